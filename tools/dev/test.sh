# shellcheck shell=bash
# ./dev test [NAME]: builds what the chosen tests need, runs them, ends with ctest's summary.

# is_room NAME PRESET
is_room() {
  grep -q "^$1 " "build/$2/rooms.txt"
}

# The targets that tests whose names hold the word need, a line each; none: all of them.
targets_of_tests() {
  case $1 in
    tidy*) printf '%s\n' arrows ;;
    behaviour*) printf '%s\n' behaviour behaviour_runner_test ;;
    e2e* | crash* | cli.*) printf '%s\n' isotherm ;;
    fuzz*) printf '%s\n' fuzzers ;;
  esac
}

dev_test() {
  (($# <= 1)) || refuse 'usage: ./dev test [NAME]'
  local name=${1:-} preset=${PRESET:-dev} pattern targets=()
  local ctest=(--output-on-failure --no-tests=error -j "$(nproc)")

  configure_preset "$preset"
  if [[ $name == --list ]]; then
    exec ctest --test-dir "build/$preset" --show-only
  elif [[ -n $name ]] && is_room "${name#unit.}" "$preset"; then
    targets=("${name#unit.}_test")
    pattern="^unit\\.${name#unit.}\$"
  else
    mapfile -t targets < <(targets_of_tests "$name")
    pattern=$name
    need test
    need node
  fi
  build_preset "$preset" "${targets[@]}"
  say "Running ${name:-all} tests${name:+ by that name} (logs in build/$preset/Testing)"
  exec ctest --test-dir "build/$preset" "${ctest[@]}" ${pattern:+-R "$pattern"}
}
