# The missing settings are copied from the sample; after two sessions the third is told at the error.
project py-stock
needs python3
session s1
run PYTHONPATH=src python3 tools/report.py
run cp settings.sample.json settings.json
run PYTHONPATH=src python3 tools/report.py
silent
shell rm settings.json
session s2
useful: cp settings\.sample\.json settings\.json
run PYTHONPATH=src python3 tools/report.py
useful: cp settings\.sample\.json settings\.json
run cp settings.sample.json settings.json
silent
run PYTHONPATH=src python3 tools/report.py
silent
shell rm settings.json
session s3
useful: cp settings\.sample\.json settings\.json
run PYTHONPATH=src python3 tools/report.py
wants: cp settings\.sample\.json settings\.json
