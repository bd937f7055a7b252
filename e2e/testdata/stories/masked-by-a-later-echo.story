# The status is that of the echo at the end; the output shows that the check failed.
project node-cart
needs node npm
session s1
run npm test > ~/cart.log 2>&1; grep -E '^# (pass|fail)' ~/cart.log; echo done
silent
run npm run lint; echo done
silent
