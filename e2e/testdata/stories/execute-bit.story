# A script without its bit: the way out for this one is not told for another
project py-mailer
shell printf '#!/bin/sh\necho one\n' > one.sh && printf '#!/bin/sh\necho two\n' > two.sh && chmod 644 one.sh two.sh && git add -A && git commit -qm 'Scripts'
session s1
run ./one.sh
useful: chmod \+x (\./)?one\.sh|sh (\./)?one\.sh
silent
run chmod +x one.sh
silent
run ./one.sh
silent
session s2
run ./two.sh
harmful: one\.sh
useful: chmod \+x (\./)?two\.sh|sh (\./)?two\.sh
silent
