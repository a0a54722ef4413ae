# shellcheck shell=bash
# ./dev bench [compare] [ARGS]: Isotherm beside others, in one run on this machine (bench/README.md).
# ./dev bench upstream [ARGS]: serve --upstream beside nginx and HAProxy.
# ./dev bench micro [ARGS]: single steps, by Google Benchmark.

dev_bench() {
  need bench
  if [[ ${1:-} == micro ]]; then
    shift
    build_preset release bench
    become "$PWD/build/release/bench/bench" "$@"
  fi
  if [[ ${1:-} == upstream ]]; then
    shift
    local proxy
    proxy=$(release_program)
    become /usr/bin/python3 "$PWD/bench/upstream.py" --isotherm "$proxy" "$@"
  fi
  if [[ ${1:-} == compare ]]; then shift; fi
  need node
  local program
  program=$(release_program)
  become /usr/bin/python3 "$PWD/bench/compare.py" --isotherm "$program" \
    --node-folder "$PWD/build/bench/js" "$@"
}
