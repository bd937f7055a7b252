# Lint and tests were red together; only the linter was made green
project py-tools
needs python3 pytest make
shell printf '\nWORDS = "a line that is much too long for anyone who reads code in a narrow window"\n' >> tools/text.py && git commit -qam 'Name the words'
session s1
edit tools/text.py s/capitalize/upper/
run make lint; make test
silent
run sed -i '/^WORDS/d' tools/text.py
silent
run make lint
silent
run make test
silent
session s2
wants: make test
useful: test_title
harmful: line too long
