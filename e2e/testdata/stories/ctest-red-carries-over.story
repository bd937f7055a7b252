# ctest is red and left so; the next session is told, and is silent after make test and ctest passed.
project c-ring
needs cc make cmake ctest
session s1
run cmake -B build >/dev/null && cmake --build build >/dev/null && ctest --test-dir build
silent
session s2
wants: ctest
edit src/ring.c s/? 1 :/? 0 :/
run cmake --build build && ctest --test-dir build
silent
session s3
harmful: (?i)fail
silent
