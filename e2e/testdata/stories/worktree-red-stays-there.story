# A red check of a work tree is not told in the main tree, and is told again in the work tree.
project git-pages
needs python3 git make
session s1
run git worktree add -q -b feature ../wt
cd ../wt
edit links.py s/https?/https/
run make test
silent
cd .
session s2
harmful: (?i)fail|make test
silent
run make test
silent
cd ../wt
session s3
wants: make test
useful: test_one
