# pytest cannot import the package; with PYTHONPATH=src it runs. The lesson is that, not `ERROR tests/..`.
project py-stock
needs pytest
session s1
run pytest -q tests/test_units.py
silent
run PYTHONPATH=src pytest -q tests/test_units.py
silent
session s2
useful: PYTHONPATH=src
harmful: (?i)failing when last
run pytest -q tests
wants: PYTHONPATH=src
run PYTHONPATH=src pytest -q tests
silent
session s3
useful: PYTHONPATH=src|test_reorder
harmful: test_units|test_put
