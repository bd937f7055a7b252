# A file of the project that fixed a failure once is told as a command, and as no edit
project py-tools
needs python3 make
shell printf '#!/bin/sh\nsleep 0.3\n[ -f words.txt ] || { echo "count: words.txt: no such file" >&2; exit 1; }\nwc -l < words.txt\n' > count.sh && printf '#!/bin/sh\necho tea > words.txt\n' > fill.sh && chmod +x count.sh fill.sh && echo words.txt >> .gitignore && git add -A && git commit -qm 'Count words'
session s1
run ./count.sh
silent
run ./fill.sh
silent
run ./count.sh
silent
shell rm words.txt
session s2
useful: \./fill\.sh
run ./count.sh
wants: \./fill\.sh
run ./fill.sh && ./count.sh
silent
shell rm words.txt && git rm -qf fill.sh && git commit -qm 'Fill by hand'
session s3
harmful: fill\.sh
run ./count.sh
harmful: fill\.sh
