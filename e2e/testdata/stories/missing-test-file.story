# A test file that does not exist is a wrong path, and no red check
project py-tools
needs pytest
session s1
run PYTHONPATH=. pytest -q tests/test_txt.py
useful: tests/test_text\.py
silent
run PYTHONPATH=. pytest -q tests/test_text.py
silent
session s2
harmful: (?i)failing
silent
