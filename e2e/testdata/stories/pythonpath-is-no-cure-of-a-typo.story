# The same class of error from a mistyped module name: PYTHONPATH=src would not help there.
project py-stock
needs python3
session s1
run python3 -m unittest tests.test_units
run PYTHONPATH=src python3 -m unittest tests.test_units
session s2
useful: PYTHONPATH=src
run PYTHONPATH=src python3 -m unittest tests.test_unit
harmful: PYTHONPATH
useful: test_units
run PYTHONPATH=src python3 -m unittest tests.test_units
silent
session s3
useful: PYTHONPATH=src
harmful: (?i)failing when last|test_unit\b
