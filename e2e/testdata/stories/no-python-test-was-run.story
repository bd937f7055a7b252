# unittest with -k that fits none says OK; the model is told that nothing ran.
project py-stock
needs python3
session s1
run PYTHONPATH=src python3 -m unittest discover -s tests -k reordr
wants: (?i)no test|nothing ran|0 tests
run PYTHONPATH=src python3 -m unittest discover -s tests -k units
silent
