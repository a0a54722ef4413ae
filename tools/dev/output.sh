# shellcheck shell=bash
# How ./dev speaks: what it does goes to stderr, so that stdout is the command's own.

if [[ -t 2 && ${TERM:-dumb} != dumb && -z ${NO_COLOR:-} ]]; then
  bold=$'\e[1m' plain=$'\e[0m'
else
  bold='' plain=''
fi

# Says what happens next.
say() {
  printf '%s==> %s%s\n' "$bold" "$*" "$plain" >&2
}

# Says what is wrong.
complain() {
  printf 'dev: %s\n' "$*" >&2
}

# Ends with a usage error.
refuse() {
  complain "$@"
  exit 2
}
