# A program that crashed is no red check; that it runs again is no news
project py-tools
needs python3
session s1
run python3 -c 'from tools.text import initials; print(initials(None))'
silent
run python3 -c 'from tools.text import initials; print(initials("a b"))'
silent
session s2
silent
