# A test runner that is not installed is not a red check; the way that works here may be told.
project py-stock
needs python3 make
session s1
run pytest-3000 -q tests
useful: make test|unittest
run make test
silent
session s2
harmful: pytest-3000
wants: make test
useful: test_reorder
