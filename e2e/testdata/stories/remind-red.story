# With remind_at_stop an agent hears which test it leaves red
project py-tools
needs pytest
shell mkdir -p ~/.config/ctxhook && echo 'remind_at_stop: true' > ~/.config/ctxhook/config.yaml
session s1
edit tools/text.py s/capitalize/upper/
run PYTHONPATH=. pytest -q
silent
stop
wants: test_title
session s2
wants: test_title
prompt what do the tools do?
stop
silent
