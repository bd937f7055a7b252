# After compaction the model has lost that the check is red: it is told again.
project c-ring
needs cc make
session s1
run make test
silent
session s1 compact
wants: make test
useful: ring_test
edit src/ring.c s/? 1 :/? 0 :/
run make test
silent
session s1 compact
harmful: (?i)fail
silent
