# The client was killed after a red check; the next session knows it.
project py-stock
needs python3 make
session s1
run make test
silent
crash
session s2
wants: make test
useful: test_reorder
harmful: test_units|test_put
