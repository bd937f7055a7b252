# Three refused connections, then the server is started: the next curl must run.
project node-cart
needs node npm curl
session s1
run curl -sf http://127.0.0.1:48232/health
run curl -sf http://127.0.0.1:48232/health
run curl -sf http://127.0.0.1:48232/health
run PORT=48232 npm start >/dev/null 2>&1 & sleep 0.7
silent
run curl -sf http://127.0.0.1:48232/health
harmful: (?i)stopped|refused|denied
silent
