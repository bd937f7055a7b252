package learn

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Check returns the check that a run was; nil when it verified nothing: no
// check ran, it found nothing to check, or its outcome cannot be told.
//
// What a tool prints counts first, because a pipe hides its exit status, and
// the status where the tool is silent. What looks like a failure in the
// output of programs that only show text is none.
func (r *Reader) Check(s *Seen) *memory.Check {
	if s.Script == nil || len(s.Script.Calls) == 0 {
		return nil
	}
	e := r.examine(s)
	asked := r.asked(s.Script)
	var passed *verdict
	var failed []verdict
	for _, a := range asked {
		switch v := e.judge(a); v.outcome {
		case red:
			failed = append(failed, v)
		case green:
			if passed == nil || rank(v.check) >= rank(passed.check) {
				passed = &v
			}
		}
	}
	switch {
	case len(failed) > 0:
		return e.report(e.worst(failed))
	case passed != nil && !passed.check.Runner:
		return e.report(*passed)
	}
	if v, ok := e.byOutput(asked); ok {
		return e.report(v)
	}
	if passed != nil {
		return e.report(*passed)
	}
	return nil
}

// verdict is what became of a check.
type verdict struct {
	number  int // of the check, -1 for one that is not known
	check   *rule.Check
	call    int // -1 when it was known by its output
	outcome outcome
	sure    bool // its output says so
}

// outcome of a check.
type outcome uint8

const (
	unclear outcome = iota
	nothing         // it checked nothing
	green
	red
)

// rank orders checks that passed in one run: that of the most worth is kept.
func rank(c *rule.Check) int { return -slices.Index(rule.CheckKinds, c.Kind) }

// examination is what an output says, found as it is asked for: most runs are
// no checks, and most checks pass and say so by their status.
type examination struct {
	*Reader
	seen   *Seen
	text   string
	said   map[int][]saying // by check
	placed []spot
	read   bool // placed is
}

// saying is a line that matches a pattern of a check.
type saying struct {
	part    part
	pattern *rule.Pattern
	from    int   // begin of the line
	groups  []int // of the match, in the text
}

// part is what a pattern is to a check.
type part uint8

const (
	partFail part = iota
	partLikely
	partPass
	partNone
	partFiles
	partMute
)

func (r *Reader) examine(s *Seen) *examination {
	return &examination{Reader: r, seen: s, text: s.Output.String(), said: make(map[int][]saying)}
}

// sayings lists what an output says of a check, in its order. Lines that only
// look like a failure are left out.
func (e *examination) sayings(check int) []saying {
	if list, ok := e.said[check]; ok {
		return list
	}
	c := &e.book.Checks[check]
	s := &scanner{needles: make([]needle, 1, 64)}
	var parts []part
	var plain []int // patterns without literals
	for p, patterns := range [...][]rule.Pattern{c.Fail, c.Likely, c.Pass, c.None, c.Files, c.Mute} {
		for i := range patterns {
			n := s.add(&patterns[i])
			parts = append(parts, part(p))
			if len(patterns[i].Literals) == 0 {
				plain = append(plain, n)
			}
		}
	}
	hits := append(s.scan(e.text), allLines(e.text, plain)...)
	slices.SortStableFunc(hits, func(a, b hit) int { return a.from - b.from })
	var list []saying
	muted := make(map[int]bool) // begins of lines
	for _, h := range hits {
		if m := e.submatch(e.text, s.patterns[h.pattern], h.from, h.to); m != nil {
			list = append(list, saying{parts[h.pattern], s.patterns[h.pattern], h.from, m})
			muted[h.from] = muted[h.from] || parts[h.pattern] == partMute
		}
	}
	list = slices.DeleteFunc(list, func(s saying) bool { return s.part <= partLikely && muted[s.from] })
	e.said[check] = list
	return list
}

// maxTried is how many lines patterns without literals are tried on.
const maxTried = 2000

// allLines makes every line a hit of some patterns.
func allLines(text string, patterns []int) []hit {
	if len(patterns) == 0 {
		return nil
	}
	var hits []hit
	for from, n := 0, 0; from < len(text) && n < maxTried; n++ {
		_, to := line(text, from)
		for _, p := range patterns {
			hits = append(hits, hit{p, from, min(to, from+maxLine)})
		}
		next := strings.IndexByte(text[from:], '\n')
		if next < 0 {
			break
		}
		from += next + 1
	}
	return hits
}

// says tells whether the output says one of some things of a check.
func (e *examination) says(check int, parts ...part) bool {
	return slices.ContainsFunc(e.sayings(check), func(s saying) bool { return slices.Contains(parts, s.part) })
}

func (e *examination) places() []spot {
	if !e.read {
		e.placed, e.read = places(e.text), true
	}
	return e.placed
}

// judge tells what became of a check that the command asked for.
func (e *examination) judge(a ask) verdict {
	v := verdict{number: a.check, check: &e.book.Checks[a.check], call: a.call}
	code, known := status(e.seen, a.call)
	if known && (code == 126 || code == 127 || code == 129 || code == 130 || code == 143) {
		v.outcome = nothing // it was not there, or it was stopped
		return v
	}
	if known && code == 0 {
		v.outcome = green
		switch {
		case v.check.Prints && strings.TrimSpace(e.text) != "":
			v.outcome = red
		case e.says(a.check, partNone) && !e.says(a.check, partPass):
			v.outcome = nothing
		}
		return v
	}
	switch {
	case known && slices.Contains(v.check.Benign, code):
		v.outcome = nothing
	case e.says(a.check, partNone) && !e.says(a.check, partFail):
		v.outcome = nothing
	case e.missing(v.call):
		v.outcome = nothing
	case e.evident(&v) || !known && counted(e.seen, a.call):
		v.outcome = red
	case v.check.Kind == "run":
		v.outcome = nothing // a program may end so to say no
	case known && (code == 124 || code == 137):
		v.outcome = nothing // no time or no memory: nothing is said of the code
	case known:
		v.outcome = red
	case e.says(a.check, partPass):
		v.outcome = green
	case v.check.Silent && e.seen.Exited && e.seen.Exit == 0 && seenWhole(e.seen.Script, a.call):
		v.outcome = green
	}
	return v
}

// missing tells whether the tool is not installed.
func (e *examination) missing(call int) bool {
	c := &e.seen.Script.Calls[call]
	return len(c.Wrappers) > 0 && (strings.Contains(e.text, "No module named "+c.Program) || strings.Contains(e.text, "No module named '"+c.Program+"'"))
}

// evident tells whether the output says that a check failed.
func (e *examination) evident(v *verdict) bool {
	v.sure = e.says(v.number, partFail, partLikely)
	switch {
	case v.sure:
		return true
	case e.says(v.number, partPass) && v.check.Places != "":
		return false
	case v.check.Prints:
		return strings.TrimSpace(e.text) != "" && len(e.seen.Script.Calls) == 1
	}
	alone := !e.showsMore(v.call)
	return slices.ContainsFunc(e.places(), func(p spot) bool {
		fails := v.check.Places == rule.PlaceFails || v.check.Places == rule.PlaceErrs && (p.err || !e.seen.Exited)
		return fails && (p.col || alone)
	})
}

// showsMore tells whether the command also shows what lies in files: grep -n
// names places as a linter does, but no columns.
func (e *examination) showsMore(call int) bool {
	s := e.seen.Script
	for i := range s.Calls {
		c := &s.Calls[i]
		if len(c.Stdin.From) == 0 && i != call && rootOf(s, call) != i && c.Program != "" && (isFilter(c.Program) || showsText(c)) {
			return true
		}
	}
	return false
}

// worst returns the failed check to tell of: one whose output says so before
// one that only its status betrays, and instead of a check that runs others
// the one that it ran.
func (e *examination) worst(failed []verdict) verdict {
	v := failed[0]
	for _, w := range failed[1:] {
		if w.sure && !v.sure {
			v = w
		}
	}
	if v.check.Runner {
		if inner, ok := e.loudest(); ok {
			return verdict{number: inner, check: &e.book.Checks[inner], call: v.call, outcome: red, sure: true}
		}
	}
	return v
}

// loudest returns the check that most of the output's failures belong to.
func (e *examination) loudest() (int, bool) {
	counts := make(map[int]int)
	best := -1
	for _, h := range e.hits(e.text) {
		o := e.owners[h.pattern]
		if o.check < 0 || e.book.Checks[o.check].Runner {
			continue
		}
		m := e.match(e.text, h)
		if m == nil || len(e.book.Checks[o.check].Mute) > 0 && !e.says(o.check, partFail) {
			continue
		}
		counts[o.check]++
		if best < 0 || counts[o.check] > counts[best] {
			best = o.check
		}
	}
	return best, best >= 0
}

// byOutput looks for a check that no command names: one that a script or a
// program of the project's own has run.
func (e *examination) byOutput(asked []ask) (verdict, bool) {
	call, ok := e.opaque(asked)
	if !ok {
		return verdict{}, false
	}
	if n, ok := e.loudest(); ok {
		return verdict{number: n, check: &e.book.Checks[n], call: call, outcome: red, sure: true}, true
	}
	if e.seen.Exited && e.seen.Exit == 0 {
		return verdict{}, false
	}
	if e.onlyPlaces() || slices.ContainsFunc(e.places(), func(p spot) bool { return p.err && (p.from == 0 || e.atStart(p)) }) {
		c := &e.seen.Script.Calls[call]
		return verdict{number: -1, check: &rule.Check{Tool: c.Program, Kind: "lint"}, call: call, outcome: red}, true
	}
	return verdict{}, false
}

// onlyPlaces tells an output that lists places in files, a line each, and
// says nothing else.
func (e *examination) onlyPlaces() bool {
	places := e.places()
	return len(places) > 0 && len(places) == strings.Count(strings.TrimSpace(e.text), "\n")+1 &&
		!slices.ContainsFunc(places, func(p spot) bool { return !e.atStart(p) })
}

// atStart tells a line that begins with its place, or with the name of the
// program and its place, as those of compilers do.
func (e *examination) atStart(p spot) bool {
	s := e.text[p.from:p.to]
	return p.file == "" || strings.Index(s, p.file) < 30
}

// opaque returns a call that may run checks which the command does not name.
func (e *examination) opaque(asked []ask) (int, bool) {
	calls := e.seen.Script.Calls
	for i := range calls {
		c := &calls[i]
		if c.Program == "" || isAside(c.Program) || isFilter(c.Program) || showsText(c) {
			continue
		}
		if k := slices.IndexFunc(asked, func(a ask) bool { return a.call == i }); k >= 0 && !e.book.Checks[asked[k].check].Runner {
			continue
		}
		if slices.ContainsFunc(calls, func(d shell.Call) bool { return d.Via == i }) {
			continue // what it runs is looked at
		}
		if code, known := status(e.seen, i); known && code == 0 && !mayCheck(c) {
			continue
		}
		return i, true
	}
	return 0, false
}

// mayCheck tells programs that swallow the status of what they run more
// often than they print what is none of their own.
func mayCheck(c *shell.Call) bool {
	switch c.Program {
	case "npm", "yarn", "pnpm", "bun", "make", "gmake", "just", "task", "rake", "tox", "nox", "hatch", "invoke", "nx", "turbo", "lerna", "pre-commit", "lefthook", "ssh", "docker", "docker-compose", "podman", "act":
		return true
	}
	return strings.HasSuffix(c.Program, ".sh") || len(c.Argv) > 0 && strings.HasPrefix(c.Argv[0].String(), "./")
}

// showsText tells programs that show text of others: what looks like a
// failure there may be a log, a page or a source.
func showsText(c *shell.Call) bool {
	switch c.Program {
	case "ls", "find", "fd", "tree", "jq", "yq", "ag", "ack", "bat", "man", "tldr", "diff", "colordiff", "cmp", "comm", "gh", "glab", "curl", "wget", "http", "kubectl", "journalctl", "dmesg", "sqlite3", "psql", "mysql", "xxd", "hexdump", "od", "file", "stat", "history", "env", "which", "type", "command", "ctxhook", "pbpaste", "xclip", "glow", "mdcat", "open", "code", "vim", "vi", "nano", "ps", "pgrep", "lsof", "du", "df", "date", "cp", "mv", "rm", "mkdir", "touch", "chmod", "ln", "tar", "unzip", "zip", "rsync", "scp", "base64", "sha256sum", "md5sum", "test", "[", "[[", "kill", "pkill", "read", "claude", "codex", "gemini", "aws", "gcloud", "az", "heroku", "vercel", "fly", "apt", "apt-get", "brew", "pip", "uv", "poetry":
		return true
	case "git":
		return !slices.ContainsFunc(c.Args.Sub, func(s string) bool {
			return s == "commit" || s == "push" || s == "bisect" || s == "rebase" || s == "merge"
		})
	case "docker", "podman", "docker-compose":
		return slices.ContainsFunc(spoken(c), func(s string) bool {
			return s == "logs" || s == "ps" || s == "images" || s == "inspect" || s == "cp"
		})
	case "python", "python3", "node", "ruby", "perl", "php", "deno":
		return hasArg(c, []string{"-c", "-e", "-p", "--eval", "-r"})
	}
	return false
}

// program returns the name of the program that a check is, where its row
// speaks of many.
func (e *examination) program(v verdict) string {
	first, _, _ := strings.Cut(v.check.Commands[0], " ")
	if v.call < 0 {
		return first
	}
	program := e.seen.Script.Calls[v.call].Program
	for _, way := range v.check.Commands {
		if name, _, _ := strings.Cut(way, " "); isProgram(program, name) {
			return name
		}
	}
	if parts := strings.FieldsFunc(program, isJoint); len(parts) > 1 {
		for _, way := range v.check.Commands {
			if slices.Contains(parts, way) {
				return way
			}
		}
	}
	return first
}

// report makes what is remembered of a verdict.
func (e *examination) report(v verdict) *memory.Check {
	c := &memory.Check{Tool: v.check.Tool, Kind: v.check.Kind, Failed: v.outcome == red}
	if c.Tool == "" {
		c.Tool = e.program(v)
	}
	c.Key = c.Tool
	if v.call >= 0 {
		c.Key, c.All = keyOf(c.Tool, &e.seen.Script.Calls[v.call])
	}
	c.Key = redact.Clean(c.Key).Cut(maxKey).String()
	if c.Failed {
		c.Masked = e.seen.Exited && e.seen.Exit == 0
		e.detail(c, v.number)
	}
	return c
}
