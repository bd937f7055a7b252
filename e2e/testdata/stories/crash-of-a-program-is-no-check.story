# A report that crashes is no failing check.
project py-stock
needs python3
session s1
run PYTHONPATH=src python3 tools/report.py
useless: (?i)settings\.json
session s2
harmful: (?i)failing when last|report\.py
silent
