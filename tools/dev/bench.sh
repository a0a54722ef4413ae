# shellcheck shell=bash
# ./dev bench [ARGS]: Isotherm beside others, in one run on this machine (bench/README.md).

dev_bench() {
  need bench
  need node
  local program
  program=$(release_program)
  become /usr/bin/python3 "$PWD/bench/compare.py" --isotherm "$program" --node-folder "$PWD/build/bench/js" "$@"
}
