# A linter of the project fails under make, the file is mended, and it is green
project py-tools
needs python3 make
session s1
run <<
printf '\n\nLONG = "a line that is much too long for anyone who reads code in a narrow window"\n' >> tools/text.py
.
silent
run make lint
silent
run sed -i '/^LONG/d' tools/text.py
silent
run make lint
silent
session s2
harmful: (?i)failing
silent
