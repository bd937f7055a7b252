# A build between two runs of a flaky program is no fix
project go-ledger
needs go
shell mkdir tick && printf 'package main\n\nimport (\n\t"fmt"\n\t"os"\n\t"path/filepath"\n)\n\nfunc main() {\n\tdir, _ := os.UserHomeDir()\n\tif _, err := os.Stat(filepath.Join(dir, "up")); err != nil {\n\t\tfmt.Fprintln(os.Stderr, "tick: the clock service is away")\n\t\tos.Exit(1)\n\t}\n\tfmt.Println("tick")\n}\n' > tick/main.go && git add -A && git commit -qm 'Tick'
session s1
run go run ./tick
silent
run go build ./...
silent
shell touch ~/up
run go run ./tick
silent
shell rm ~/up
session s2
harmful: go build
silent
run go run ./tick
harmful: go build
silent
