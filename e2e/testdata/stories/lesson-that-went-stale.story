# The sample that the learned fix copies is gone: the fix cannot be told any more.
project py-stock
needs python3
session s1
run PYTHONPATH=src python3 tools/report.py
run cp settings.sample.json settings.json
run PYTHONPATH=src python3 tools/report.py
shell rm settings.json
session s2
useful: cp settings\.sample
run PYTHONPATH=src python3 tools/report.py
useful: cp settings\.sample
run cp settings.sample.json settings.json
run PYTHONPATH=src python3 tools/report.py
silent
shell git rm -qf settings.sample.json && rm settings.json && git commit -qm 'no sample'
session s3
harmful: settings\.sample
run PYTHONPATH=src python3 tools/report.py
harmful: settings\.sample
useless: (?i)no such file
