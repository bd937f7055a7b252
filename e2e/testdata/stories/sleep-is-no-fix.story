# Waiting before a command is no correction of it
project py-mailer
shell mkdir -p ~/mail && printf '#!/bin/sh\nsleep 0.2\ntest -f ~/mail/up || { echo "queue: cannot reach the mail relay" >&2; exit 1; }\necho queued\n' > queue.sh && chmod +x queue.sh && git add -A && git commit -qm 'Queue letters'
session s1
run ./queue.sh
silent
shell touch ~/mail/up
run sleep 1 && ./queue.sh
silent
shell rm ~/mail/up
session s2
harmful: sleep
silent
run ./queue.sh
harmful: sleep
silent
