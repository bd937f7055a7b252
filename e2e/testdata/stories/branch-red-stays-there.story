# A red check of a branch is not told on main, and is told on the branch.
project git-pages
needs python3 git make
session s1
run git switch -q -c feature
edit links.py s/https?/https/
run git commit -qam 'links: take https only'
run python3 -m unittest
silent
run git switch -q main
session s2
harmful: (?i)fail|unittest
silent
run python3 -m unittest
silent
run git switch -q feature
session s3
wants: python3 -m unittest
useful: test_one
