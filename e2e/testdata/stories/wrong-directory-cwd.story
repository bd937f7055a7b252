# The session stands in a wrong directory: a path error, no red check.
project py-stock
needs python3
session s1
cd tools
run PYTHONPATH=src python3 -m unittest discover -s tests
cd .
run PYTHONPATH=src python3 -m unittest discover -s tests -p 'test_u*.py'
silent
session s2
harmful: (?i)failing when last|tools
silent
