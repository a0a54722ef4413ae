# shellcheck shell=bash
# ./dev ui: the browser console has no source yet; this says so rather than nothing.

dev_ui() {
  refuse "the browser console is not there yet: this version has 'isotherm demo' and 'isotherm serve'." \
    'Partition heat shows in the demo (./dev demo) and in the answers'"'"' ThrottlingReasons.'
}
