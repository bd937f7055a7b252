package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/cmd"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// What the documents show is what happens. In them
//
//	```console     holds commands after "$ ", which are run, and their output
//	```sh          holds commands that are not run here; those of ctxhook exist
//	```yaml        is a configuration, or a rule with its examples
//	```go          holds lines that stand in the source below pkg
//	<!-- X -->     stands before what generators[X] writes, up to <!-- end -->
//
// and -u writes outputs and generated parts anew.
var documents = []string{
	"README.md", "CONTRIBUTING.md", "docs/agents.md", "docs/lint.md", "docs/memory.md", "docs/packs.md", "docs/policy.md", "docs/releases.md",
	"docs/settings.md",
}

// generators write parts of the documents. told is followed by a command, file
// by a path, and row by a path and the id of a row in that file.
var generators = map[string]func(t *testing.T, arg string) string{
	"told":     whatTheModelIsTold,
	"levels":   levelTable,
	"agents":   agentTable,
	"keys":     keyTable,
	"switches": switchTable,
	"file":     fileOfTheProject,
	"row":      rowOfAFile,
}

func TestDocuments(t *testing.T) {
	for _, name := range documents {
		t.Run(name, func(t *testing.T) {
			path, err := filepath.Abs(filepath.Join("..", filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			text := read(t, path)
			enterShop(t)
			d := document{t: t}
			got := d.render(text)
			if d.parts == 0 {
				t.Fatalf("%s shows nothing that could be tried", name)
			}
			diff := cmp.Diff(text, got)
			switch {
			case diff == "":
			case *update:
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			default:
				t.Errorf("%s is stale; go test ./e2e -u writes it anew (-is +would be)\n%s", name, diff)
			}
		})
	}
}

// document goes through a Markdown text, block by block.
type document struct {
	t     *testing.T
	out   strings.Builder
	parts int
}

func (d *document) render(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); {
		line := strings.TrimSpace(lines[i])
		d.out.WriteString(lines[i])
		i++
		end := ""
		switch {
		case strings.HasPrefix(line, "```"):
			end = "```"
		case strings.HasPrefix(line, "<!-- ") && line != "<!-- end -->":
			end = "<!-- end -->"
		default:
			continue
		}
		from := i
		for i < len(lines) && strings.TrimSpace(lines[i]) != end {
			i++
		}
		if i == len(lines) {
			d.t.Fatalf("nothing ends %q", line)
		}
		d.out.WriteString(d.block(line, strings.Join(lines[from:i], "")) + lines[i])
		i++
	}
	return d.out.String()
}

func (d *document) block(head, body string) string {
	d.parts++
	switch head {
	case "```console":
		return d.console(body)
	case "```sh":
		d.exist(body)
	case "```yaml":
		d.yaml(body)
	case "```go":
		d.source(body)
	case "```", "```text":
		d.parts--
	default:
		name, arg, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(head, "<!-- "), " -->"), " ")
		write := generators[name]
		if write == nil {
			d.t.Fatalf("%s is no kind of block", head)
		}
		return write(d.t, arg)
	}
	return body
}

// console runs the commands of a block.
func (d *document) console(body string) string {
	var out strings.Builder
	for line := range strings.Lines(body) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			_, said := run(d.t, strings.TrimSpace(command))
			if strings.Contains(said, os.Getenv("HOME")) {
				d.t.Errorf("%sis not the same everywhere:\n%s", line, said)
			}
			out.WriteString(line + said)
		}
	}
	return out.String()
}

// exist asks for the help of every ctxhook command in a block: a subcommand
// or an option that is not there is an error.
func (d *document) exist(body string) {
	for line := range strings.Lines(body) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "  #")
		if !strings.HasPrefix(line, "ctxhook ") || len(strings.Fields(line)) == 1 {
			continue
		}
		code, said := run(d.t, strings.TrimSpace(line)+" --help")
		if want := "Usage:\n  ctxhook " + strings.Fields(line)[1]; code != 0 || !strings.Contains(said, want) {
			d.t.Errorf("%s: exit code %d\n%s", line, code, said)
		}
	}
}

// yaml tries a rule or a configuration.
func (d *document) yaml(body string) {
	command, path := "ctxhook config", filepath.Join(os.Getenv("HOME"), ".config", "ctxhook", "config.yaml")
	if strings.HasPrefix(body, "title:") {
		command, path = "ctxhook rules test example.yaml", "example.yaml"
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		d.t.Fatal(err)
	}
	defer os.Remove(path)
	if code, said := run(d.t, command); code != 0 || strings.Contains(said, "ctxhook: ") {
		d.t.Errorf("%s: exit code %d\n%s\n%s", command, code, said, body)
	}
}

// source looks for the lines of a block in the source.
func (d *document) source(body string) {
	files, err := filepath.Glob(filepath.Join(sourceDir, "pkg", "*", "*", "*.go"))
	if err != nil || len(files) == 0 {
		d.t.Fatalf("no source below pkg (%v)", err)
	}
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if !slices.ContainsFunc(files, func(file string) bool { return strings.Contains(read(d.t, file), line) }) {
			d.t.Errorf("no source below pkg holds %s", line)
		}
	}
}

// enterShop makes a user without settings, and a project with two changes
// that are not committed.
func enterShop(t *testing.T) {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"HOME", "USERPROFILE"} {
		t.Setenv(name, home)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	t.Chdir(t.TempDir())
	steps := [][]string{
		{"init", "--quiet"},
		{"add", "."},
		{"-c", "user.name=ann", "-c", "user.email=ann@example.com", "commit", "--quiet", "--message=first"},
	}
	for i, args := range steps {
		write(t, "one.go", i/2)
		write(t, "two.go", i/2)
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args[0], err, out)
		}
	}
	write(t, "one.go", 2)
	write(t, "two.go", 2)
	if err := os.WriteFile("clean.sh", []byte("#!/bin/sh\ncd build\nrm -rf \"$OUT/\"*\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, name string, edition int) {
	t.Helper()
	if err := os.WriteFile(name, fmt.Appendf(nil, "package shop // %d\n", edition), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// run runs "ctxhook ..", or "echo .. | ctxhook ..", and returns everything
// it said.
func run(t *testing.T, command string) (code int, said string) {
	t.Helper()
	words := split(command)
	stdin := ""
	if len(words) > 3 && words[0] == "echo" && words[2] == "|" {
		stdin, words = words[1]+"\n", words[3:]
	}
	if len(words) == 0 || words[0] != "ctxhook" {
		t.Fatalf("%s: neither ctxhook nor echo .. | ctxhook", command)
	}
	home := os.Getenv("HOME")
	env := map[string]string{
		"HOME": home, "USERPROFILE": home,
		"APPDATA": filepath.Join(home, ".config"), "LOCALAPPDATA": filepath.Join(home, ".local"),
		"CLAUDE_CODE_SESSION_ATTENDED": "1",
	}
	var out bytes.Buffer
	code = cmd.Main(cmd.Env{
		Args: words[1:], Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &out,
		Getenv: func(name string) string { return env[name] }, Version: "v0.0.0-e2e",
	})
	said = settle(out.String())
	if said != "" && !strings.HasSuffix(said, "\n") {
		said += "\n"
	}
	return code, said
}

// settle replaces what is different each time.
func settle(said string) string {
	said = regexp.MustCompile(`\bd-[0-9a-z]{8}\b`).ReplaceAllString(said, "d-4k2m9x7c")
	said = regexp.MustCompile(`\bs-[0-9a-z]{8}\b`).ReplaceAllString(said, "s-4k2m9x7c")
	return regexp.MustCompile(`"(latency_ms|processing_time_ms)":[0-9.]+`).ReplaceAllString(said, `"$1":0.4`)
}

// split takes a command apart as a shell does, as far as quotes.
func split(command string) []string {
	var words []string
	var word strings.Builder
	quote, in := rune(0), false
	for _, c := range command + " " {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, in = c, true
		case quote == 0 && c == ' ':
			if in {
				words = append(words, word.String())
			}
			word.Reset()
			in = false
		default:
			word.WriteRune(c)
			in = true
		}
	}
	return words
}

// whatTheModelIsTold gives a command to the hook as Claude Code does, and
// quotes the reason in the answer.
func whatTheModelIsTold(t *testing.T, command string) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	_, said := run(t, `echo '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"t","prompt_id":"p","session_id":"s",`+
		`"cwd":`+strconv.Quote(dir)+`,"transcript_path":"/home/ann/.claude/projects/s.jsonl","tool_input":{"command":"`+command+`"}}' | ctxhook pre-bash`)
	found := regexp.MustCompile(`"permissionDecisionReason":"([^"]*)"`).FindStringSubmatch(said)
	if found == nil {
		t.Fatalf("%s: no reason in %s", command, said)
	}
	var out strings.Builder
	line := ">"
	for _, word := range strings.Fields(found[1]) {
		if len(line)+1+len(word) > 80 {
			out.WriteString(line + "\n")
			line = ">"
		}
		line += " " + word
	}
	return out.String() + line + "\n"
}

// sourceDir is the root of the project, found before any test leaves it.
var sourceDir, _ = filepath.Abs("..")

// The schemas for editors are those that ctxhook prints.
func TestSchemas(t *testing.T) {
	for name, command := range map[string]string{"config.schema.json": "ctxhook config schema", "rule.schema.json": "ctxhook rules schema"} {
		path := filepath.Join(sourceDir, "docs", name)
		code, want := run(t, command)
		if code != 0 {
			t.Fatalf("%s: exit code %d\n%s", command, code, want)
		}
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(read(t, path), want); diff != "" {
			t.Errorf("docs/%s is stale; go test ./e2e -u writes it anew (-is +would be)\n%s", name, diff)
		}
	}
}

// Every agent that ctxhook recognises is named in the documents.
func TestDocumentsNameTheAgents(t *testing.T) {
	text := strings.ToLower(read(t, filepath.Join("..", "docs", "agents.md")))
	for _, name := range protocol.Names() {
		name, _, _ = strings.Cut(name, "-")
		if !strings.Contains(text, strings.Replace(name, "vscode", "vs code", 1)) {
			t.Errorf("docs/agents.md does not name %s", name)
		}
	}
}
