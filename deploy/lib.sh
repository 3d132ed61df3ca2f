# What deploy/run, deploy/test and deploy/check share. Sourced, not run.
# shellcheck shell=bash

# The Debian 12 packages, by what needs them.
readonly BUILD_PACKAGES="libssl-dev libpq-dev libmicrohttpd-dev libjansson-dev pkg-config"
readonly RUN_PACKAGES="openssl curl postgresql postgresql-client sqitch libdbd-pg-perl"
readonly TEST_PACKAGES="postgresql-15-pgtap libtap-parser-sourcehandler-pgtap-perl python3-venv nginx pgbouncer libfaketime"

# The Python packages of deploy/openapi: schemathesis and openapi-spec-validator with all that they need, each of one
# version, so that a test run does not change from one day to the next.
readonly PYTHON_PACKAGES=(
    annotated-types==0.8.0 anyio==4.16.0 attrs==26.1.0 certifi==2026.10.19.post1 charset-normalizer==3.5.3
    click==8.5.1 graphql-core==3.3.2 harfile==0.6.0 hypothesis==6.170.17 hypothesis-graphql==0.13.5 idna==3.20
    iniconfig==2.3.1 jsonschema==4.26.0 jsonschema-path==0.5.0 jsonschema-specifications==2025.9.1
    jsonschema_rs==0.60.3 lazy-object-proxy==1.13.0 markdown-it-py==4.3.0 MarkupSafe==3.0.4 mdurl==0.1.2
    openapi-schema-validator==0.9.0 openapi-spec-validator==0.9.0 packaging==26.4 pathable==0.6.0 pluggy==1.7.0
    pydantic==2.14.4 pydantic-settings==2.16.3 pydantic_core==2.50.5 Pygments==2.21.0 pyrate-limiter==4.5.1
    pytest==9.2.0 python-dotenv==1.2.4 PyYAML==6.0.4 referencing==0.37.0 requests==2.34.2 rfc3339-validator==0.1.4
    rich==15.0.0 rpds-py==2026.9.1 schemathesis==4.32.5 six==1.17.0 sortedcontainers==2.4.0 typing-inspection==0.4.5
    typing_extensions==4.16.0 urllib3==2.8.0 Werkzeug==3.1.9
)

# One sentence on standard error, and the end.
die() {
    printf '%s: %s\n' "${0##*/}" "$1" >&2
    exit "${2:-1}"
}

step() { printf '\n== %s\n' "$1"; }

require_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        die "Swift is not installed or not on the PATH: a Swift toolchain of version 6.2 or newer is needed."
    fi
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
    [ -n "$version" ] || die "swift --version printed no version: a Swift toolchain of version 6.2 or newer is needed."
    local major=${version% *} minor=${version#* }
    if [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 2 ]; }; then
        die "Swift $major.$minor is too old: a Swift toolchain of version 6.2 or newer is needed."
    fi
}

# Installs what of the named Debian packages is missing, or says in one sentence why it cannot.
require_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then
        require_programs "$@"
        return
    fi
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    [ "${#missing[@]}" -gt 0 ] || return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
            as_root=(sudo -n)
        else
            die "these Debian packages are missing, and this user is not root and has no sudo to install them: ${missing[*]}"
        fi
    fi
    step "Installing ${missing[*]}"
    local log
    log=$(mktemp)
    # A package list that cannot be brought up to date may still be good enough.
    "${as_root[@]}" apt-get update -qq >"$log" 2>&1 || true
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
        die "these Debian packages are missing and could not be installed (is there a network? see $log): ${missing[*]}"
    fi
    rm -f "$log"
}

# Not Debian: nothing is installed, and what is missing is named by what it is called there.
require_programs() {
    local library program
    for library in libcrypto libpq libmicrohttpd jansson; do
        if ! pkg-config --exists "$library" 2>/dev/null; then
            die "this is not Debian, and $library is missing: install the like of Debian's $*"
        fi
    done
    for program in psql sqitch openssl curl; do
        if ! command -v "$program" >/dev/null 2>&1; then
            die "this is not Debian, and $program is missing: install the like of Debian's $*"
        fi
    done
}

# build CONFIGURATION [FLAG...]: quiet when it goes well, whole when it does not.
build() {
    local log
    [ -e ".build/$1" ] || printf 'The first %s build takes two minutes or more.\n' "$1" >&2
    log=$(mktemp)
    if ! swift build -c "$1" --explicit-target-dependency-import-check error "${@:2}" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        die "the $1 build failed: see above."
    fi
    rm -f "$log"
}

# run_sqitch VERB DATABASE-URL [FLAG...]
run_sqitch() {
    (
        cd db
        SQITCH_FULLNAME=Passwright SQITCH_EMAIL=passwright@localhost \
            sqitch --quiet "$1" --target "${2/#postgresql:/db:pg:}" "${@:3}"
    )
}

# make_python FOLDER: a virtual environment with the PYTHON_PACKAGES and nothing else, unless it is there already. It
# ends as pip does, so that whoever runs it aside can end it by its number.
make_python() {
    if [ -x "$1/bin/pip" ] && [ "$("$1/bin/pip" freeze)" = "$(printf '%s\n' "${PYTHON_PACKAGES[@]}")" ]; then
        return
    fi
    python3 -m venv --clear "$1"
    exec "$1/bin/pip" install --no-deps --no-input --timeout 60 --retries 3 --progress-bar off \
        --disable-pip-version-check "${PYTHON_PACKAGES[@]}"
}

# make_promtool FILE: Debian's promtool without the rest of its package, which would start a Prometheus, unless it is
# there already. It leaves nothing where it cannot be had.
make_promtool() {
    [ ! -x "$1" ] || return 0
    local folder
    folder=$(mktemp -d)
    if (cd "$folder" && apt-get download prometheus && dpkg -x prometheus_*.deb .); then
        mkdir -p "${1%/*}"
        mv "$folder/usr/bin/promtool" "$1"
    fi
    rm -rf "$folder"
}

# try_wrong_servers LOG: tries the conformance suite on the wrong servers that TEST_WRONG_SERVER and TEST_WRONG_SWITCHES
# name, and prints a table: how many cases name the rule that a switch breaks, and which failed.
try_wrong_servers() {
    local status=0
    swift test --skip-build --disable-xctest --filter WrongServerTests >"$1" 2>&1 || status=$?
    printf '%-38s %-26s %5s %6s %7s  %s\n' switch rule cases failed blocked verdict
    # The lines that the tests print, among what else there is in their log.
    sed -nE 's/^wrong server\t//p' "$1" | sort |
        awk -F '\t' '{ printf "%-38s %-26s %5s %6s %7s  %s\n", $1, $2, $3, $4, $5, $6 }'
    if [ "$status" -ne 0 ]; then
        grep -E '^✘|error:' "$1" || tail -n 30 "$1"
    fi
    return "$status"
}
