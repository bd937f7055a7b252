# A compile error under make, mended, green through cmake and ctest.
project c-ring
needs cc make cmake ctest
session s1
edit src/ring.c s/r->count = 0;/r->cuont = 0;/
run make ring_test
silent
edit src/ring.c s/cuont/count/
edit src/ring.c s/? 1 :/? 0 :/
run cmake -B build -S . >/dev/null && cmake --build build && ctest --test-dir build
silent
run make test
silent
session s2
harmful: (?i)fail|cuont
silent
