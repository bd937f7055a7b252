# The compiler named a source; the user mended the header that it includes
project c-text
needs cmake make cc
session s1
edit text.h s/int count/long long count/
run cmake -S . -B build > /dev/null && cmake --build build
silent
shell sed -i 's/long long count/int count/' text.h
session s2
harmful: (?i)failing
silent
run cmake --build build > /dev/null && ctest --test-dir build
silent
session s3
silent
