# shellcheck shell=bash
# Configures and builds a preset. The output of a build that works is short.

# Makes the build files of a preset, with the packages that they need.
configure_preset() {
  local preset=$1
  need build
  case $preset in
    asan | tsan | fuzz) need fuzz ;;
  esac
  local log=build/$preset/configure.log
  mkdir -p "build/$preset"
  if ! cmake --preset "$preset" >"$log" 2>&1; then
    cat "$log" >&2
    complain "cmake --preset $preset failed (its output stands above and in $log)"
    return 1
  fi
}

# build_preset PRESET [TARGET...]
build_preset() {
  local preset=$1
  shift
  configure_preset "$preset"
  say "Building preset '$preset' in build/$preset${*:+: $*}"
  local options=()
  [[ -n ${JOBS:-} ]] && options+=(-j "$JOBS")
  (($#)) && options+=(--target "$@")
  cmake --build "build/$preset" "${options[@]}" >&2
}

dev_build() {
  (($# <= 1)) || refuse 'usage: ./dev build [PRESET]'
  local preset=${1:-dev}
  case $preset in
    dev | asan | tsan | release | fuzz) build_preset "$preset" ;;
    *) refuse "there is no preset '$preset': dev, release, asan, tsan, fuzz" ;;
  esac
}

# Builds the program that users run, and tells its path.
release_program() {
  build_preset release isotherm || return
  printf '%s' "$PWD/build/release/src/isotherm"
}

# Becomes a program, in the folder where the caller stands.
become() {
  cd "${caller:-.}" || return
  exec "$@"
}
