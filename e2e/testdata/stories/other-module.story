# What made one module known says nothing of another
project py-mailer
needs python3
shell printf 'import postbox\n' > send.py && printf 'import stamps\n' > price.py && mkdir vendor && echo > vendor/postbox.py && printf '#!/bin/sh\ncp vendor/postbox.py .\n' > vendor.sh && chmod +x vendor.sh && echo /postbox.py >> .gitignore && git add -A && git commit -qm 'Send'
session s1
run python3 send.py
silent
run ./vendor.sh
silent
run python3 send.py
silent
session s2
run python3 price.py
harmful: vendor\.sh
silent
shell rm postbox.py
run python3 send.py
wants: vendor\.sh
