# The tests are called from src where they are not found; from the root they run. Nothing is red.
project git-pages
needs python3
shell mkdir -p docs && echo docs > docs/index.md && git add -A && git commit -qm docs
session s1
run cd docs && python3 -m unittest test_pages
silent
run python3 -m unittest test_pages
silent
session s2
harmful: (?i)failing when last
silent
