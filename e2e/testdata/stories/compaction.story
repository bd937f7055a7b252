# After compaction the model hears again what still fails
project c-text
needs cmake make cc
session s1
edit text.c s/n++/n--/
run cmake -S . -B build > /dev/null && cmake --build build > /dev/null && ctest --test-dir build
silent
session s1 compact
wants: count
edit text.c s/n--/n++/
run cmake --build build > /dev/null && ctest --test-dir build
silent
session s2
silent
