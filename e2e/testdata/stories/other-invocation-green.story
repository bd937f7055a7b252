# The tests fail without the path and pass with it: nothing is red afterwards
project py-tools
needs pytest make
session s1
run cd tests && pytest -q test_text.py
silent
run PYTHONPATH=. pytest -q
silent
session s2
harmful: (?i)failing
useful: PYTHONPATH=\.
run make test
silent
session s3
harmful: (?i)failing
useful: PYTHONPATH=\.
