# The option without which a script cannot work here is known before it fails again
project py-tools
shell printf '#!/bin/sh\n[ "$1" = --offline ] && { echo "built without the index"; exit 0; }\nsleep 0.4\necho "build: the index cannot be reached (try --offline)" >&2\nexit 1\n' > build.sh && chmod +x build.sh && git add -A && git commit -qm 'Build'
session s1
run ./build.sh
useless: --offline
run ./build.sh --offline
silent
session s2
useful: --offline
run ./build.sh
wants: \./build\.sh --offline
useful: failed here|fixed this
run ./build.sh --offline
silent
session s3
useful: --offline
