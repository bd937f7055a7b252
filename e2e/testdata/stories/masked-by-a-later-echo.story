# The status is that of the echo at the end; the model is told that the check failed.
project node-cart
needs node npm
session s1
run npm test > ~/cart.log 2>&1; grep -E '^# (pass|fail)' ~/cart.log; echo done
wants: (?i)fail
run npm run lint; echo done
silent
