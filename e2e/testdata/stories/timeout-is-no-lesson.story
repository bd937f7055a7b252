# A run that was slow once and is green when it is tried again teaches nothing
project py-tools
needs python3
shell printf '#!/bin/sh\nf=$HOME/n; n=$(cat $f 2>/dev/null || echo 0); echo $((n+1)) > $f; [ $n = 0 -o $n = 2 ] && { echo "fetch: timed out after $((n*37+112)) ms" >&2; exit 1; }; echo fetched\n' > fetch.sh && chmod +x fetch.sh && git add -A && git commit -qm 'Fetch the words'
session s1
run ./fetch.sh
silent
run git log --oneline -1
silent
run ./fetch.sh
silent
session s2
silent
run ./fetch.sh
harmful: git log|fixed
silent
run ./fetch.sh
silent
