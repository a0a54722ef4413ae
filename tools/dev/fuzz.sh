# shellcheck shell=bash
# ./dev fuzz [SECONDS]: each fuzzer in turn, on a copy of its corpus that grows under build/.

dev_fuzz() {
  local seconds=${1:-60} fuzzer name corpus folders
  [[ $seconds =~ ^[1-9][0-9]*$ ]] || refuse "usage: ./dev fuzz [SECONDS], not '$seconds'"
  build_preset fuzz fuzzers
  for fuzzer in build/fuzz/fuzz/*_fuzzer; do
    name=$(basename "$fuzzer" _fuzzer)
    corpus=build/fuzz/corpus/$name
    mkdir -p "$corpus"
    folders=("$corpus")
    if [[ -d fuzz/corpus/$name ]]; then
      folders+=("fuzz/corpus/$name")
    fi
    say "$name for $seconds s"
    "$fuzzer" -max_total_time="$seconds" -print_final_stats=1 -artifact_prefix="$corpus.crash-" \
      "${folders[@]}"
  done
}
