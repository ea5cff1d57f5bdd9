# shellcheck shell=bash
# Shared by cli/run, tests/run and .ci/run (bash, sourced): what must be installed, and how the project is built.
# Everything printed here goes to standard error; standard output belongs to the program that is run.

# The Debian 12 packages that a build with tests needs, besides git; README.md refers to this list.
# shellcheck disable=SC2034  # used by the scripts that source this
nightrider_packages=(cmake ninja-build g++ pkg-config
                     antlr4 libantlr4-runtime-dev libcli11-dev nlohmann-json3-dev libedit-dev libgtest-dev)

nightrider_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "nightrider: $*" >&2; }

# install_missing PACKAGE...: installs those that are absent, with apt. Silent when none is.
install_missing() {
  if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
    # CMake names what is not found; here we can only say it once, before the first build.
    [ -e "$nightrider_root/build/CMakeCache.txt" ] || say "no apt on this system; needed are what Debian calls: $*"
    return 0
  fi
  local installed missing=() package
  installed=" $(dpkg-query -W -f='${db:Status-Status}:${Package} ' "$@" 2> /dev/null || true) "
  for package in "$@"; do
    [[ $installed == *" installed:$package "* ]] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo > /dev/null || { [ ! -t 0 ] && ! sudo -n true 2> /dev/null; }; then
      say "packages are missing and this user may not install them. As root, run"
      say "  apt-get update && apt-get install --no-install-recommends ${missing[*]}"
      say "and start this command again."
      return 1
    fi
    apt=(sudo "${apt[@]}")
  fi
  say "installing with apt: ${missing[*]}"
  local log
  log=$(mktemp)
  if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } < /dev/null > "$log" 2>&1; then
    tail -n 20 "$log" >&2
    say "apt could not install the packages; its messages are above, all of them in $log"
    return 1
  fi
  rm -f "$log"
}

# build FOLDER TARGET OPTION...: configures FOLDER (below the root) with the CMake options, and the compiler that $CXX may
# name, when they are not the ones it was last configured with, then builds TARGET. When no source is newer than the last
# success, that is all it looks at, so that a second run starts at once.
build() {
  local folder=$1 target=$2
  shift 2
  local options=(-DCMAKE_BUILD_TYPE=Release "$@")
  [ -n "${CI:-}" ] && options+=(-DNIGHTRIDER_WERROR=ON)
  command -v ccache > /dev/null && options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  mkdir -p "$nightrider_root/$folder"
  # One build at a time in a folder: two would overwrite each other's files.
  (
    cd "$nightrider_root" || exit 1
    flock 9
    local wanted="$nightrider_root ${CXX:-} ${options[*]}" stamp="$folder/.built-$target"
    if [ ! -e "$folder/CMakeCache.txt" ] || [ "$(cat "$folder/.configured" 2> /dev/null)" != "$wanted" ]; then
      rm -f "$folder"/.built-*
      say "configuring $folder/"
      cmake --fresh -S . -B "$folder" -G Ninja "${options[@]}" > "$folder/configure.log" 2>&1 ||
        { cat "$folder/configure.log" >&2; exit 1; }
      printf '%s' "$wanted" > "$folder/.configured"
    fi
    if [ -e "$stamp" ] &&
       [ -z "$(find CMakeLists.txt grammar interpreter cli tests -newer "$stamp" -print -quit)" ]; then
      exit 0
    fi
    say "building $target in $folder/ with $(nproc) jobs"
    touch "$folder/.building"
    ninja -C "$folder" -j "$(nproc)" "$target" >&2 && mv "$folder/.building" "$stamp"
  ) 9> "$nightrider_root/$folder/.lock" < /dev/null
}
