# shellcheck shell=bash
# ./dev setup: installs what any command needs, so that the machine can then do without a network.

dev_setup() {
  local purpose
  for purpose in build test node lint fuzz bench; do
    need "$purpose"
  done
  say 'Everything is installed. Next: ./dev demo, or ./dev test'
}
