#!/bin/sh
# Names what is missing of python3, its headers and a C++20 compiler; as root on Debian installs it. With the argument
# `java` the same for a Java compiler, with `chromium` for a browser: only the tests need them.
set -u
EXTRA=${1:-}
PYTHON=${PYTHON:-python3}
CXX=${CXX:-c++}

python_is_there() { command -v "$PYTHON" >/dev/null 2>&1; }
python_is_young() { "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; }
python_has_venv() { "$PYTHON" -c 'import ensurepip, venv' >/dev/null 2>&1; }
python_has_headers() {
    "$PYTHON" -c 'import os, sysconfig, sys; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' \
        >/dev/null 2>&1
}
compiler_knows_cpp20() {
    echo '#include <concepts>
          #include <span>
          int main() { return std::span<const int>().size() != 0 || !std::integral<int>; }' |
        "$CXX" -std=c++20 -x c++ -fsyntax-only - >/dev/null 2>&1
}
java_is_there() { [ "$EXTRA" != java ] || { command -v javac && command -v java; } >/dev/null 2>&1; }
browser_is_there() { [ "$EXTRA" != chromium ] || command -v chromium >/dev/null 2>&1; }

# Only what goes by its usual name can come from a package.
packages() {
    if [ "$PYTHON" = python3 ]; then
        python_is_there || echo python3
        python_has_venv || echo python3-venv
        python_has_headers || echo python3-dev
    fi
    [ "$CXX" != c++ ] || compiler_knows_cpp20 || echo g++
    java_is_there || echo default-jdk-headless
    browser_is_there || echo chromium
}

missing=$(packages | tr '\n' ' ')
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing $missing" >&2
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # one word a package
    { apt-get -qq update && apt-get -qq install --no-install-recommends -y $missing; } >/dev/null
fi

failed=0
complain() {
    echo "inarow needs $1" >&2
    failed=1
}

if ! python_is_there; then
    complain "python3, 3.11 or later: '$PYTHON' was not found (Debian: apt install python3 python3-venv python3-dev)"
elif ! python_is_young; then
    complain "Python 3.11 or later: '$PYTHON' is $("$PYTHON" --version) (name another with make PYTHON=...)"
else
    python_has_venv || complain "Python's venv module (Debian: apt install python3-venv)"
    python_has_headers || complain "Python's headers, the file Python.h (Debian: apt install python3-dev)"
fi
compiler_knows_cpp20 ||
    complain "a C++20 compiler: '$CXX' was not found or is too old (Debian: apt install g++; another: make CXX=...)"
java_is_there || complain "a Java compiler for its tests: javac was not found (Debian: apt install default-jdk-headless)"
browser_is_there || complain "a browser for its tests: chromium was not found (Debian: apt install chromium)"
exit $failed
