# npx without the linter: nothing was checked, so nothing is failing.
project node-cart
needs node npm npx
session s1
run npx --no-install eslint src
useful: npm run lint
run npm run lint
silent
session s2
harmful: (?i)failing when last|eslint
silent
