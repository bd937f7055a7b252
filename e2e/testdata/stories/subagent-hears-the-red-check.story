# A subagent starts while a check is red, mends it, and a second one is told nothing.
project c-ring
needs cc make
session s1
run make test
silent
task a1 fix the wrap of the ring
wants: make test
useful: ring_test
as a1 edit src/ring.c s/? 1 :/? 0 :/
as a1 run make test
silent
done a1
task a2 describe the ring in the README
harmful: (?i)fail
silent
done a2
session s2
harmful: (?i)fail
silent
