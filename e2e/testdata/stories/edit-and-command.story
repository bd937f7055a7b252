# A failure that an edit and a command fixed together: the command alone is not told as the fix
project py-mailer
needs python3
shell printf '#!/bin/sh\n. ./mail.conf\n[ "$relay" = on ] || { echo "relay: disabled in mail.conf" >&2; exit 1; }\n[ -f state/ready ] || { echo "relay: disabled in mail.conf" >&2; exit 1; }\necho sent\n' > relay.sh && printf 'relay=off\n' > mail.conf && printf '#!/bin/sh\nmkdir -p state; touch state/ready\n' > ready.sh && chmod +x *.sh && echo state/ >> .gitignore && git add -A && git commit -qm 'Relay'
session s1
run ./relay.sh
silent
edit mail.conf s/off/on/
run ./ready.sh
silent
run ./relay.sh
silent
shell git checkout -q mail.conf && rm -r state
session s2
harmful: fixed by `./ready.sh`
silent
run ./relay.sh
harmful: Here `./ready.sh` fixed|editing
silent
