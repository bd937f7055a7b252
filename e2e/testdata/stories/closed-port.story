# Nothing answers on the port: three tries say it, the fourth is stopped; with the server up it passes.
project node-cart
needs node npm curl
session s1
run curl -sf http://127.0.0.1:48231/health
useful: npm start
silent
run curl -sf http://127.0.0.1:48231/health
useful: npm start
silent
run curl -sf http://127.0.0.1:48231/health
silent
run curl -sf http://127.0.0.1:48231/health
wants: (?i)48231|refused|answer|exit (code |status )?7
run (node src/server.js >/dev/null 2>&1 &) ; sleep 0.4; curl -sf http://127.0.0.1:48231/health
silent
run curl -sf http://127.0.0.1:48231/health
silent
session s2
silent
