# PYTHONPATH=src in front of the tests is learned, and told for other test modules.
project py-stock
needs python3
session s1
prompt run the unit tests of units
run python3 -m unittest tests.test_units
silent
run PYTHONPATH=src python3 -m unittest tests.test_units
silent
session s2
harmful: (?i)failing when last
useful: PYTHONPATH=src
run python3 -m unittest tests.test_shelf
wants: PYTHONPATH=src
run PYTHONPATH=src python3 -m unittest tests.test_shelf
silent
session s3
useful: PYTHONPATH=src|test_reorder
harmful: test_units
