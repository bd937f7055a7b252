# Staging files before a failure went away is not told as its fix
project py-mailer
needs git
shell mkdir -p ~/mail && printf '#!/bin/sh\nsleep 0.2\ntest -f ~/mail/up || { echo "queue: cannot reach the mail relay" >&2; exit 1; }\necho queued\n' > queue.sh && chmod +x queue.sh && git add -A && git commit -qm 'Queue letters'
session s1
write notes.txt <<
Later.
.
run ./queue.sh
silent
run git add -A
silent
shell touch ~/mail/up
run ./queue.sh
silent
shell rm ~/mail/up
session s2
harmful: git add
silent
run ./queue.sh
harmful: git add|fixed
silent
