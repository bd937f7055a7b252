# The subagent mends the test: neither the session nor the next hears that it fails
project py-tools
needs pytest make
session s1
edit tools/text.py s/capitalize/upper/
run make test
silent
task a1 Mend test_title.
wants: make test
useful: test_title
as a1 edit tools/text.py s/upper() for w in s.split())$/capitalize() for w in s.split())/
as a1 run PYTHONPATH=. pytest -q tests/test_text.py
silent
done a1
silent
task a2 Say what the tools do.
silent
done a2
silent
session s2
harmful: (?i)failing
silent
