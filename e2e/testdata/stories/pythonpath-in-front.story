# What stood in front of a command when it worked is known when it fails again
project py-mailer
needs python3
session s1
run python3 -m unittest discover -q
silent
run PYTHONPATH=src python3 -m unittest discover -q
silent
session s2
useful: PYTHONPATH=src
run python3 -m unittest discover -q
useful: PYTHONPATH=src python3. instead of
wants: PYTHONPATH=src python3 -m unittest discover -q
session s3
useful: PYTHONPATH=src
