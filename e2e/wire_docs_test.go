package e2e

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

func init() {
	documents = append(documents, "docs/WIRE.md")
	generators["patterns"] = patternTable
	generators["classes"] = classTable
}

// patternTable is what ctxhook makes of the dangerous patterns of the
// specification.
func patternTable(t *testing.T, _ string) string {
	j := judge.New(judge.Options{Getenv: func(key string) string {
		if key == "HOME" || key == "USERPROFILE" {
			return "/home/ann"
		}
		return ""
	}, Cwd: "/home/ann/shop"})
	out := "| pattern | its risk | a command | ctxhook | instead | why another |\n| --- | --- | --- | --- | --- | --- |\n"
	for _, p := range []struct{ pattern, risk, command, why string }{
		{"recursive rm of / ~ $HOME * ../", "critical", "rm -rf ~", "no trash-cli is assumed: first look, then a backup"},
		{"redirect to /dev/sdX", "critical", "cat image.iso > /dev/sda", ""},
		{"mkfs.\\*, dd of=/dev/..", "critical", "mkfs.ext4 /dev/sda1", ""},
		{"chmod (-R) 777", "high", "chmod 777 run.sh", ""},
		{"curl .. \\| (sudo) bash or sh", "high", "curl https://example.com/x.sh | sh", ""},
		{"sudo with rm", "high", "sudo rm notes.txt", ""},
		{"git push -f", "medium", "git push --force origin topic", "high on a shared branch, as others build on that"},
		{"git reset, rebase -f/--force", "medium", "git rebase --force-rebase main", "`git reset --hard` is high: what was never committed is lost"},
		{"npm publish, cargo publish", "medium", "npm publish", ""},
		{"docker system prune", "medium", "docker system prune", "`docker image prune` deletes, too: first look"},
		{"sudo", "low", "sudo ls", ""},
	} {
		v := j.Verdict(p.command, nil)
		f := v.Riskiest()
		if f == nil {
			t.Fatalf("%s: no finding", p.command)
		}
		instead := ""
		if len(f.Instead) > 0 {
			instead = code(f.Instead[0])
		}
		out += "| " + p.pattern + " | " + p.risk + " | " + code(p.command) + " | " + v.Risk.String() + ", " + f.Rule + " | " + instead + " | " + p.why + " |\n"
	}
	return out
}

// classTable is what ctxhook makes of the error classes of the specification.
func classTable(t *testing.T, _ string) string {
	j := judge.New(judge.Options{Getenv: func(string) string { return "" }, Cwd: "/srv/shop"})
	out := "| class | an output | ctxhook | fix |\n| --- | --- | --- | --- |\n"
	for _, c := range []struct{ class, command, output string }{
		{"Rust compiler, `error[E..]`", "cargo build", "error[E0382]: borrow of moved value: `x`"},
		{"npm, `npm ERR!` and `npm error`", "npm install", "npm error code E404"},
		{"JavaScript, TypeError and others", "node a.js", "TypeError: Cannot read properties of undefined (reading 'x')"},
		{"Python import", "python3 a.py", "ModuleNotFoundError: No module named 'requests'"},
		{"permission denied", "./deploy.sh", "bash: ./deploy.sh: Permission denied"},
		{"no such file or directory", "cat src/ad.go", "cat: src/ad.go: No such file or directory"},
		{"command not found", "frobnicate", "bash: frobnicate: command not found"},
		{"connection refused", "curl localhost:3000", "curl: (7) Failed to connect to localhost port 3000 after 0 ms: Connection refused"},
	} {
		d := journal.Diagnose(j, c.command, c.output, 1, true)
		if len(d.Errors) == 0 {
			t.Fatalf("%s: no error in %s", c.class, c.output)
		}
		fix := "none: it depends on the files here"
		if len(d.Fixes) > 0 {
			fix = d.Fixes[0].Text.String()
		}
		out += "| " + c.class + " | " + code(c.output) + " | " + d.Errors[0].Class + " | " + cell(fix) + " |\n"
	}
	return out
}

// code quotes text for a cell of a table.
func code(s string) string {
	if strings.Contains(s, "`") {
		return "`` " + cell(s) + " ``"
	}
	return "`" + cell(s) + "`"
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
