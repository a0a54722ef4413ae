# shellcheck shell=bash
# ./dev test [NAME]: builds what the chosen tests need, runs them, ends with ctest's summary.

# The targets that tests whose name holds the word need; nothing: all of them.
test_targets() {
  local name=$1 rooms=build/$2/rooms.txt
  name=${name#unit.}
  if [[ -f $rooms ]] && grep -q "^$name " "$rooms"; then
    printf '%s_test' "$name"
  else
    case $name in
      tidy*) printf 'arrows' ;;
      e2e* | crash*) printf 'isotherm' ;;
    esac
  fi
}

dev_test() {
  (($# <= 1)) || refuse 'usage: ./dev test [NAME]'
  local name=${1:-} preset=${PRESET:-dev} target pattern='' ctest=(--output-on-failure --no-tests=error -j "$(nproc)")

  if [[ $name == --list ]]; then
    build_preset "$preset" arrows
    exec ctest --test-dir "build/$preset" --show-only
  fi

  [[ -f build/$preset/rooms.txt ]] || build_preset "$preset" arrows
  target=$(test_targets "$name" "$preset")
  if [[ $target == "${name#unit.}_test" ]]; then
    pattern="^unit\\.${name#unit.}\$"
  else
    pattern=$name
    need test
    need node
  fi
  build_preset "$preset" ${target:+"$target"}
  say "Running ${name:-all} tests${name:+ named so} (logs in build/$preset/Testing)"
  exec ctest --test-dir "build/$preset" "${ctest[@]}" ${pattern:+-R "$pattern"}
}
