# shellcheck shell=bash
# ./dev demo: a hot partition, and its cure, in under a minute.

dev_demo() {
  local program
  program=$(release_program)
  say "isotherm demo boot-storm $*"
  become "$program" demo boot-storm "$@"
}
