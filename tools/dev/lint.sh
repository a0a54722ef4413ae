# shellcheck shell=bash
# ./dev lint [--fix]: every check of the source. Runs all of them, then tells which failed.

lint_failed=()

# check NAME COMMAND...
check() {
  local name=$1
  shift
  say "$name"
  "$@" || lint_failed+=("$name")
}

cpp_files() {
  find src tests bench fuzz -name '*.h' -o -name '*.cc' 2>/dev/null
}

shell_files() {
  printf '%s\n' dev .ci/run
  find tools tests bench -name '*.sh' 2>/dev/null
}

lint_format() {
  cpp_files | xargs -r clang-format-19 --dry-run -Werror
}

lint_clang_tidy() {
  /usr/bin/python3 tools/dev/clang_tidy.py build/dev ${JOBS:+--jobs "$JOBS"}
}

lint_shell() {
  shell_files | xargs -r shellcheck -x --source-path=SCRIPTDIR
}

dev_lint() {
  [[ $# == 0 || "$*" == --fix ]] || refuse 'usage: ./dev lint [--fix]'
  need lint
  build_preset dev arrows
  if [[ ${1:-} == --fix ]]; then
    say 'Formatting, and writing the file list of docs/architecture.md'
    cpp_files | xargs -r clang-format-19 -i
    /usr/bin/python3 tests/tidy/file_list.py --write
  fi
  check 'clang-format' lint_format
  check 'house rules' /usr/bin/python3 tests/tidy/tidy.py
  check 'shell scripts' lint_shell
  check 'headers that compile alone' build_preset dev all_verify_interface_header_sets
  check 'clang-tidy' lint_clang_tidy
  if ((${#lint_failed[@]})); then
    complain "failed: ${lint_failed[*]}"
    return 1
  fi
  say 'Clean.'
}
