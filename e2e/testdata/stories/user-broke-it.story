# A green check, then the user breaks the code: nothing is known, nothing is told.
project git-pages
needs python3 make
session s1
run make test
silent
shell sed -i 's/https?/https/' links.py
session s2
silent
run git diff --stat
silent
