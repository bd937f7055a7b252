# A red test is not told of when the user has changed its file since
project py-mailer
needs python3
session s1
edit src/mailer/letter.py s/Dear/Hello/
run PYTHONPATH=src python3 -m unittest discover -q
silent
shell sed -i 's/Hello/Dear/' src/mailer/letter.py
session s2
harmful: greet|letter
