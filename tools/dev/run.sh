# shellcheck shell=bash
# ./dev run ARGS: the program that users run, built first.

dev_run() {
  local program
  program=$(release_program)
  become "$program" "$@"
}
