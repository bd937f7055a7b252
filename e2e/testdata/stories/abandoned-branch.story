# A branch with a red check is deleted; its failure is told nowhere.
project git-pages
needs python3 git make
session s1
run git switch -q -c try
edit pages.py s/<h1>/<h3>/
run git commit -qam try
run make test
silent
shell git switch -q main && git branch -q -D try
session s2
harmful: (?i)fail
silent
run make test
silent
