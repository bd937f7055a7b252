# Verbose output lists files that passed; only the one that failed may be named later.
project py-stock
needs pytest
session s1
run PYTHONPATH=src pytest -v
silent
session s2
wants: PYTHONPATH=src pytest -v
useful: test_reorder
harmful: test_units|test_put|test_take
