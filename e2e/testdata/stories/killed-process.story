# That a process was killed once is not told as a fix
project node-todo
needs node
shell printf "const s = require('node:net').createServer();\ns.on('error', (e) => { console.error('Error: listen ' + e.code + ': address already in use 127.0.0.1:' + e.port); process.exit(1); });\ns.listen(47114, '127.0.0.1', () => { console.log('listening'); s.close(); });\n" > serve.js && git add -A && git commit -qm 'Serve'
shell (node -e "require('node:net').createServer().listen(47114, '127.0.0.1'); setTimeout(() => process.exit(), 20000)" > /dev/null 2>&1 & echo $! > ~/pid) ; sleep 0.4
session s1
run node serve.js
useful: 47114
silent
run kill "$(cat ~/pid)"
silent
run sleep 0.3; node serve.js
silent
shell (node -e "require('node:net').createServer().listen(47114, '127.0.0.1'); setTimeout(() => process.exit(), 3000)" > /dev/null 2>&1 &) ; sleep 0.4
session s2
harmful: kill
silent
run node serve.js
harmful: kill "|Here .*kill
useful: 47114
silent
