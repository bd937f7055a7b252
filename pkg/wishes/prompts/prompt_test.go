package prompts

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// nothing states no rule.
func nothing(string) bool { return false }

func known(w string) bool {
	return strings.Contains(" command npm pnpm yarn bun pip uv git rg grep jest vitest docker podman make just cargo go ", " "+w+" ")
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		prompt string
		label  Label
		rule   string
	}{
		{"Use uv instead of pip", Correction, "use uv, not pip"},
		{"use `uv`, not `pip`", Correction, "use uv, not pip"},
		{"always use uv", Preference, "always use uv"},
		{"pip? no. uv.", Correction, "use uv, not pip"},
		{"no npm here, we use pnpm", Correction, "use pnpm, not npm"},
		{"stop using npm, this is a pnpm workspace", Correction, "use pnpm, not npm"},
		{"use ripgrep (rg), not grep -r", Correction, "use rg, not grep -r"},
		{"why npm? use pnpm", Correction, "use pnpm, not npm"},
		{"python3 not python on this box", Correction, "use python3, not python"},
		{"vitest, not jest", Correction, "use vitest, not jest"},
		{"use bullets, not -", Correction, "use bullets, not -"},
		{"no - use uv", Correction, "no - use uv"},
		{"I would rather not - it works", None, ""},
		{"found, not lost", None, ""},
		{"the error was: never push to main. why?", None, ""},
		{"TODO.md contains: never push to main", None, ""},
		{"write a rule: never push to main", None, ""},
		{"cd..: command not found", None, ""},
		{"nein, nimm uv statt pip", Correction, "use uv, not pip"},
		{"I'll run the dev server myself", Preference, "never run the dev server"},
		{"From now on, run the tests before you commit.", Preference, "run the tests before you commit"},
		{"please don't ever use git add -A here", Preference, "never use git add -A here"},
		{"always run go vet before you say that you're done", Preference, "always run go vet before you say that you're done"},
		{"utilise toujours uv, jamais pip", Preference, "use uv, not pip"},
		{"don't delete build", Correction, ""}, // which is no command here
		{"please don't rename test", Correction, ""},
		{"don't run make", Preference, "never use make"},
		{"nicht npm, nimm pnpm", Correction, "use pnpm, not npm"},
		{"remember that this repo is built with bun, not npm", Preference, "use bun, not npm"},
		{"# always use pnpm", Preference, "always use pnpm"},
		{"# Plan\nalways use pnpm\n# Steps", Preference, "always use pnpm"},
		{"# Always the same", None, ""},
		{"remember: always use uv", Preference, "always use uv"},
		{"remember the bug from last week? it is back", None, ""},
		{"不要动这个文件", Correction, ""},
		{"要不要再试一次?", None, ""},
		{"今後はnpmではなくbunを使ってください", Preference, "use bun, not npm"},
		{"不要用 npm，用 pnpm", Correction, "use pnpm, not npm"},
		{"npm 말고 pnpm 써", Correction, "use pnpm, not npm"},
		{"这个对不对", None, ""},
		{"bei uns immer ./gradlew statt gradle", Preference, "use ./gradlew, not gradle"},
		{"on utilise pnpm ici, pas npm", Correction, "use pnpm, not npm"},
		{"Not npm! Use yarn.", Correction, "use yarn, not npm"},
		{"we're a pnpm shop", Preference, "always use pnpm"},
		{"don't switch models", Preference, "never use models"},
		{"You edited the copy. Edit the .proto and regenerate instead.", Correction, ""},
		{"those arent the logs i meant", Correction, ""},
		{"why BUN?? we use pnpm", Correction, "use pnpm, not BUN"},
		{"Great, thanks! Never use mocks in the tests.", Preference, ""},
		{"Please save these for later sessions:\n\n- build with make\n- flash with openocd", Preference, "build with make; flash with openocd"},
		{"Please do these:\n\n- always build with make\n- flash with openocd", None, ""},
		{"revert", Correction, ""},
		{"eu-west-1 not us-east-1", Correction, ""},
		{"sort by date, not by name", None, ""},
		{"it fails on linux, not on mac", None, ""},
		{"no error this time", None, ""},
		{"en este proyecto siempre usamos pnpm, no npm", Preference, "use pnpm, not npm"},
		{"should we use uv instead of pip?", None, ""},
		{"use the token from the env instead of the one in client.go", None, ""},
		{"<pasted_content id=\"4bea\">\npip install x\n</pasted_content id=\"4bea\">\nuse uv instead of pip", Correction, "use uv, not pip"},
		{"No - we use uv here, not pip. Redo that.", Correction, "use uv, not pip"},
		{"let's use pnpm instead of npm from now on", Preference, "use pnpm, not npm"},
		{"instead of npm use pnpm", Correction, "use pnpm, not npm"},
		{"for this project we use uv, not pip", Preference, "use uv, not pip"},
		{"please remember to use bun for this project, not npm", Preference, "use bun, not npm"},
		{"remember for next time: start the db first", Preference, "start the db first"},
		{"", None, ""},
		{"no", None, ""},
	} {
		h := Read(c.prompt, known, nothing)
		if h.Label != c.label {
			t.Errorf("%q is %s, want %s", c.prompt, h.Label, c.label)
		}
		if c.rule != "" && h.Rule() != c.rule {
			t.Errorf("%q: rule %q, want %q", c.prompt, h.Rule(), c.rule)
		}
	}
}

func TestReadTerms(t *testing.T) {
	got := Read("ok, so. From now on use pnpm, not npm. Then run the build.", known, nothing)
	want := Heard{Label: Preference, Confidence: 1, Words: "From now on use pnpm, not npm", Prefer: "pnpm", Avoid: "npm", Promote: true, Lasting: true}
	got.rest = ""
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Heard{})); diff != "" {
		t.Error(diff)
	}
}

func TestReadLasting(t *testing.T) {
	for prompt, want := range map[string]bool{
		"revert that": false, "no, the button stays": false, "that's wrong, the limit is per user": false,
		"stop adding comments everywhere": true, "use uv, not pip": true, "never push to main": true, "I told you not to touch the lockfile": true,
	} {
		if h := Read(prompt, known, nothing); h.Label == None || h.Lasting != want {
			t.Errorf("%q: %+v", prompt, h)
		}
	}
}

// What is said of the product, or of one place in it, is a task.
func TestReadTasks(t *testing.T) {
	for _, prompt := range []string{
		"From now on the API returns 204 instead of 200, adapt the client", "from now on, the button is blue", "the login button goes left, from now on",
		"In the future, the page reloads by itself", "use npm instead of yarn in the README examples", "use pnpm, not npm, in the Dockerfile",
		"switch to pnpm instead of npm", "In the future, I'd like to add authentication", "in the future we can add what users liked", "Please note this is a Nuxt 2 project", "ok the token is set, try again", "always validate the input in this handler", "always show the banner on the home page",
	} {
		if h := Read(prompt, known, nothing); h.Label != None {
			t.Errorf("%q: %+v", prompt, h)
		}
	}
	for prompt, want := range map[string]bool{
		"From now on, this project uses bun": true, "from now on all commits need a ticket": true, "always show me the diff before you commit": false,
		"use pnpm, not npm, in this repo": false, "never run terraform apply yourself, from now on just show me the plan": true, "I will run the dev server myself in this terminal": false, "never use mocks in the tests": false, "remember that our tests need docker": true, "keep in mind that the token expires after an hour": false, "keep in mind for future sessions: the db runs in docker": true,
	} {
		if h := Read(prompt, known, nothing); h.Label == None || h.Promote != want {
			t.Errorf("%q: %+v", prompt, h)
		}
	}
}

// What corrects only what was done just now is no rule.
func TestReadCorrectsOnce(t *testing.T) {
	for _, prompt := range []string{
		"undo the last change", "stop, wait", "wrong file, I meant src/b.ts", "revert that please", "don't touch the tests yet, first fix the parser", "don't push yet",
		"that's wrong, the total should be 42 not 41", "it's green, not blue", "I meant the left one, not the right one",
	} {
		if h := Read(prompt, known, nothing); h.Label == Preference || h.Lasting || h.Promote || h.Prefer != "" || h.Avoid != "" {
			t.Errorf("%q: %+v", prompt, h)
		}
	}
}

// What the user did not write says nothing.
func TestReadMachineText(t *testing.T) {
	for name, prompt := range map[string]string{
		"reminder":       "<system-reminder>\nNever use npm. From now on use pnpm.\n</system-reminder>",
		"notification":   "<task-notification>\nno, use pnpm instead of npm\n</task-notification>",
		"command":        "<command-name>/fix</command-name>\n<command-args>always use uv</command-args>",
		"slash command":  "/review always use uv, not pip",
		"shell":          "! pip install x # never use npm",
		"summary":        "This session is being continued from a previous conversation. From now on use pnpm.",
		"json":           `{"text": "from now on use uv, not pip"}`,
		"fence":          "look at this\n```\nnever use npm, use pnpm\n```",
		"quoted line":    "> no, use uv instead of pip\n\nwhat does that mean",
		"quotation":      `add a section to the README: "use pnpm, not npm"`,
		"log":            "2026-11-22 10:00:00 [warn] stop using npm\nnpm ERR! use pnpm instead of npm\nwarning: always use --locked",
		"trace":          "Error: no, that is wrong\n    at never (/x/a.js:1:2)\nalways use strict",
		"after an error": "main.go:3:1: undefined: x\nnever use npm, use pnpm\nalways use uv",
		"position":       "a.jsonnet:(1:8)-(3:4) Block strings not wanted in imports",
		"not allowed":    "block strings not allowed in imports",
		"list":           "add a rule about titles\n\n- always use conventional commits\n- never use npm",
		"paste":          "<pasted_content id=\"4bea\">\nno, use uv instead of pip\n</pasted_content id=\"4bea\">\nfix this",
		"tag":            "what is this\n<output>\nno, use uv instead of pip\n</output>",
	} {
		if h := Read(prompt, known, nothing); h.Label != None {
			t.Errorf("%s: %+v", name, h)
		}
	}
}

// turns.jsonl was written before the patterns were. The floors are below what
// is reached, so that a change that trades one sentence for another passes and
// one that gives up a class does not.
func TestReadTurns(t *testing.T) {
	data, err := os.ReadFile("testdata/turns.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var found, unlike, wrong, missed int
	for line := range strings.Lines(string(data)) {
		var row struct {
			Text  string
			Label Label
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		switch h := Read(row.Text, known, nothing); {
		case h.Label == row.Label && h.Label != None:
			found++
		case h.Label != None && row.Label != None:
			unlike++ // many sentences are both
		case h.Label != None:
			wrong++
			t.Logf("%s, not %s: %q", h.Label, row.Label, row.Text)
		case row.Label != None:
			missed++
			t.Logf("missed: %q", row.Text)
		}
	}
	if found < 280 || unlike > 20 || wrong > 1 {
		t.Errorf("found %d, with the other label %d, wrong %d, missed %d", found, unlike, wrong, missed)
	}
}

func TestReadIsBounded(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("no, ", 200_000), strings.Repeat("use a ", 100_000), strings.Repeat("don't you use x not y, ", 50_000),
		strings.Repeat("`", 100_000), strings.Repeat("\"a b ", 50_000), strings.Repeat("never\n", 100_000), strings.Repeat("<a>", 100_000),
	} {
		start := time.Now()
		Read(s, known, nothing)
		if d := time.Since(start); d > time.Second {
			t.Errorf("%.20q took %v", s, d)
		}
	}
}

func TestPatternsAreWellFormed(t *testing.T) {
	for line := range strings.Lines(phrases) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "--" {
			continue
		}
		p := parsePattern(fields, map[string]element{})
		if p.confidence < 0.5 || p.confidence > 1 || len(p.elements) == 0 || fields[0] != "c" && fields[0] != "p" {
			t.Errorf("%q", line)
		}
		for _, e := range p.elements {
			for _, words := range e.words {
				if len(words[0]) > 2 && words[0][0] >= 'A' && words[0][0] <= 'Z' {
					t.Errorf("%q: no class %s", line, words[0])
				}
			}
		}
	}
}

// A line is read where a prompt has the words that its pattern needs, and most
// lines are not.
func TestLinesAreReadWhenNeeded(t *testing.T) {
	for line := range strings.Lines(phrases) {
		if line == "\n" || strings.HasPrefix(line, "--") {
			continue
		}
		p := parsePattern(strings.Fields(line), map[string]element{})
		for _, last := range [...]bool{false, true} {
			var words filter
			for _, e := range p.elements {
				if n := len(e.words); n > 0 && !e.not && !e.optional && last {
					words.add(e.words[n-1][0])
				} else if n > 0 && !e.not && !e.optional {
					words.add(e.words[0][0])
				}
			}
			if p.mayMatch(&words) && !lineMayMatch(line, &words) {
				t.Errorf("not read: %q", line)
			}
		}
	}
	var words filter
	for _, w := range strings.Fields("please add a test for the parser") {
		words.add(w)
	}
	read, all := 0, 0
	for line := range strings.Lines(phrases) {
		if all++; lineMayMatch(line, &words) {
			read++
		}
	}
	if read > all/2 {
		t.Errorf("%d of %d lines are read for a prompt without their words", read, all)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("no, use uv (not pip)? why `x`? use 'y'")
	f.Add("<a\n```\n不对，")
	f.Add(strings.Repeat("\x80", maxHead+maxTail+1))
	f.Fuzz(func(t *testing.T, prompt string) {
		if h := Read(prompt, known, nothing); h.Label != None && !strings.Contains(prompt, strings.SplitN(h.Words, "\n", 2)[0]) {
			t.Errorf("%q: words %q", prompt, h.Words)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		Read("no, I said the config goes in etc/, not in the repo root. Please use uv instead of pip from now on", known, nothing)
	}
}

// A sentence that is a whole rule is heard, whatever the patterns know: not what asks,
// depends on something or is quoted.
func TestStatedRules(t *testing.T) {
	states := func(sentence string) bool { return strings.HasSuffix(sentence, "no npm") }
	for prompt, want := range map[string]string{
		"Fix the build. ok, in here no npm":  "in here no npm",
		"if it is slow run no npm":           "",
		"in here no npm?":                    "",
		"The log:\n```\nin here no npm\n```": "",
	} {
		if h := Read(prompt, known, states); h.Words != want {
			t.Errorf("%q: %q", prompt, h.Words)
		}
	}
}
