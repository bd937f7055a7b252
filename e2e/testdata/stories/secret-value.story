# The value of a secret that stood in front is never told, the name of the variable is
project py-tools
shell printf '#!/bin/sh\nsleep 0.3\n[ -n "$API_TOKEN" ] || { echo "push: API_TOKEN is missing" >&2; exit 1; }\necho pushed\n' > push.sh && chmod +x push.sh && git add -A && git commit -qm 'Push words'
session s1
run ./push.sh
useless: API_TOKEN
run API_TOKEN=t0ps3cr3tValue77 ./push.sh
silent
session s2
harmful: t0ps3cr3t
useful: API_TOKEN
run ./push.sh
harmful: t0ps3cr3t
wants: API_TOKEN
session s3
harmful: t0ps3cr3t
useful: API_TOKEN
