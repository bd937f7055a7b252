# A port that was in use once is free again: what was done meanwhile is no fix
project node-todo
needs node
shell printf "const s = require('node:net').createServer();\ns.on('error', (e) => { console.error('Error: listen ' + e.code + ': address already in use 127.0.0.1:' + e.port); process.exit(1); });\ns.listen(47113, '127.0.0.1', () => { console.log('listening'); s.close(); });\n" > serve.js && git add -A && git commit -qm 'Serve'
shell (node -e "require('node:net').createServer().listen(47113, '127.0.0.1'); setTimeout(() => process.exit(), 1500)" > /dev/null 2>&1 &) ; sleep 0.4
session s1
run node serve.js
useful: 47113
silent
run npm pkg get name
silent
run sleep 2; node serve.js
silent
session s2
harmful: npm pkg
silent
run node serve.js
silent
