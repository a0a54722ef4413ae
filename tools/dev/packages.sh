# shellcheck shell=bash
# Debian packages by purpose, and how the missing ones come onto the machine. The libraries are
# those of cmake/libraries.cmake.

packages_build=(
  clang-19 lld-19 libstdc++-12-dev cmake ninja-build ccache pkg-config python3
  libboost1.81-dev libcli11-dev libdeflate-dev libfmt-dev libgmock-dev libgtest-dev librocksdb-dev
  libsimdjson-dev libspdlog-dev libssl-dev libxxhash-dev libyaml-cpp-dev libzstd-dev nlohmann-json3-dev
  zlib1g-dev
)
packages_test=(python3 python3-boto3 awscli binutils chromium fish g++-12 redis-server zsh)
packages_lint=(clang-format-19 clang-tidy-19 shellcheck python3)
packages_fuzz=(libclang-rt-19-dev)
packages_bench=(haproxy libbenchmark-dev libmurmurhash-dev nginx-light wrk python3)

# The oldest Node.js that the JavaScript tests run on.
readonly node_major_min=18

is_installed() {
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# Whether a Node.js and its npm are there, Debian's or not.
has_node() {
  local version
  version=$(node --version 2>/dev/null) || return 1
  version=${version#v}
  ((${version%%.*} >= node_major_min)) && npm --version >/dev/null 2>&1
}

# Runs a command as root.
as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    refuse "'$*' needs root: run ./dev as root, or install sudo"
  fi
}

# install_packages "why" package...: only what is missing.
install_packages() {
  local why=$1 package
  shift
  local missing=()
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  ((${#missing[@]})) || return 0

  say "Installing ${#missing[@]} Debian packages $why: ${missing[*]}"
  say 'This takes a few minutes; what apt-get says goes to build/packages.log'
  mkdir -p build
  # Lists that were never fetched do not know the packages; old ones name files that are gone.
  if ! apt-get install --simulate -qq "${missing[@]}" >/dev/null 2>&1 ||
    ! apt_get install --no-install-recommends "${missing[@]}"; then
    say 'Fetching fresh lists of packages first'
    if ! apt_get update || ! apt_get install --no-install-recommends "${missing[@]}"; then
      tail -n 20 build/packages.log >&2
      complain 'apt-get failed; its whole output is in build/packages.log'
      return 1
    fi
  fi
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -q "$@" >>build/packages.log 2>&1
}

# need build|test|node|lint|fuzz|bench
need() {
  command -v dpkg-query >/dev/null || {
    complain "this is no Debian machine: not installing what '$1' needs (tools/dev/packages.sh lists it)"
    return 0
  }
  case $1 in
    build) install_packages 'to build Isotherm' "${packages_build[@]}" ;;
    test) install_packages 'to test with real clients' "${packages_test[@]}" ;;
    node) has_node || install_packages 'to test with the JavaScript SDK' nodejs npm ;;
    lint) install_packages 'to check the source' "${packages_lint[@]}" ;;
    fuzz) install_packages 'to build with sanitizers' "${packages_fuzz[@]}" ;;
    bench) install_packages 'to compare with others' "${packages_bench[@]}" ;;
  esac
}
