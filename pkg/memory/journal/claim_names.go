package journal

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/claims"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// callsOtherwise reports whether a claim names a command that did not run since a check
// failed, and calls the same program for the same target: `dune runtest` for dune build
// @runtest.
func (v *view) callsOtherwise(c *claims.Claim, l *memory.Lesson, steps []memory.Activity) bool {
	if c.Command == "" || l.Check.Seen == nil {
		return false
	}
	said := targets(c.Command)
	if len(said) < 2 || strings.Contains(l.Check.Seen.Command.String(), c.Command) || slices.ContainsFunc(stepsAfter(steps, l), func(s memory.Activity) bool {
		return s.Run != nil && strings.Contains(s.Run.Command.String(), c.Command)
	}) {
		return false
	}
	script := v.judge.Script(l.Check.Seen.Command)
	return slices.ContainsFunc(command.MainCalls(script), func(i int) bool {
		red := targets(strings.Join(command.Words(&script.Calls[i]), " "))
		return len(red) > 1 && red[0] == said[0] && !slices.ContainsFunc(said[1:], func(w string) bool { return !slices.Contains(red[1:], w) })
	})
}

// targets returns the words of a command without its options, and without what marks a
// target.
func targets(command string) (list []string) {
	for _, w := range strings.Fields(command) {
		if w[0] == '-' || strings.Contains(w, "=") {
			continue
		}
		if w = strings.Trim(path.Base(w), "@:'\""); w != "" {
			list = append(list, w)
		}
	}
	return list
}

// names returns by which names a message may speak of a check: its tool, the script that
// ran it, or the first two words of its command. Programs that run whatever they are asked
// for are none without that.
func (v *view) names(c *memory.Check) (list []string) {
	add := func(name string) {
		if len(name) > 2 && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	if c.Seen != nil {
		s := v.judge.Script(c.Seen.Command)
		for _, i := range command.MainCalls(s) {
			call := &s.Calls[i]
			if len(call.Argv) == 0 {
				continue
			}
			words := command.Words(call)
			for _, w := range words[:min(2, len(words))] {
				if name := path.Base(w); path.Ext(name) != "" && path.Ext(name) != name {
					add(name)
				}
			}
			if len(words) > 0 && !reader().RunsOthers(words[0]) && !command.Is(call, rule.Interpreter) {
				add(words[0])
			}
			for n := 1; n < min(4, len(words)) && !strings.ContainsAny(words[n], "./="); n++ {
				add(strings.Join(words[:n+1], " "))
			}
		}
	}
	if !reader().RunsOthers(c.Tool) {
		add(c.Tool)
	}
	return list
}

// leavesGoal reports whether a command calls the program that a claim names and only runs tests,
// where the claim names another goal: ./gradlew test for ./gradlew check.
func leavesGoal(said, ran string) bool {
	goals, does := targets(said), targets(ran)
	return len(goals) > 1 && len(does) > 1 && goals[0] == does[0] &&
		!slices.ContainsFunc(does[1:], func(g string) bool { return !strings.HasPrefix(strings.ToLower(g), "test") }) &&
		!slices.ContainsFunc(goals[1:], func(g string) bool { return strings.Contains(strings.ToLower(g), "test") })
}

// apart reports whether none of two directories is in the other one.
func apart(a, b string) bool {
	in := func(a, b string) bool { return a == "" || a == "." || a == b || strings.HasPrefix(b, a+"/") }
	return !in(a, b) && !in(b, a)
}

// asksFor reports whether a command has a word that names what it is to do: npm run build, make
// build-web.
func (v *view) asksFor(what string, text redact.Text) bool {
	script := v.judge.Script(text)
	return slices.ContainsFunc(command.MainCalls(script), func(i int) bool {
		words := command.Words(&script.Calls[i])
		return slices.ContainsFunc(words[:min(3, len(words))], func(w string) bool {
			first, _, _ := strings.Cut(strings.ToLower(w), ":")
			first, _, _ = strings.Cut(first, "-")
			return first == what
		})
	})
}

// ranBeside reports whether a check was run beside a build, by a call of its own: npm run lint; npm
// run build.
func (v *view) ranBeside(c *memory.Check) bool {
	script := v.judge.Script(c.Seen.Command)
	return slices.ContainsFunc(command.MainCalls(script), func(i int) bool {
		words := command.Words(&script.Calls[i])
		return c.Kind != "build" && !slices.Contains(words, "build") && (slices.Contains(words, c.Tool) || speaksOfCheck(c.Kind, strings.Join(words, " ")))
	})
}

// nameWords returns the words of names by which a message may speak of a check: compare and
// golden of compare_golden.sh. Words by which many are called are none.
func nameWords(names []string) (list []string) {
	for _, name := range names {
		for _, w := range strings.FieldsFunc(strings.ToLower(strings.TrimSuffix(name, path.Ext(name))), func(c rune) bool { return isNoWord(c) }) {
			if len(w) > 3 && !slices.Contains(list, w) && !speaksOfCheck("", w) && !speaksOfCheck("lint", w) && !reader().RunsOthers(w) {
				list = append(list, w)
			}
		}
	}
	return list
}

// goal returns what a tool was told to do, "" where that is not said: fmt of terraform fmt.
func goal(c *memory.Check) string {
	words := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(c.Key, c.Dir()+": "), c.Tool))
	if len(words) == 0 {
		return ""
	}
	w := strings.TrimLeft(words[0], memory.Unclear)
	if w == "" || w[0] == '-' || strings.ContainsFunc(w, func(c rune) bool { return (c < 'a' || c > 'z') && c != '-' && c != ':' }) {
		return ""
	}
	return w
}

// narrower reports whether a check that passed looked at less than one that failed: at a
// part, with the same tool, or with one that was told at which.
func narrower(passed, red *memory.Check) bool {
	if passed.Tool == red.Tool {
		return !passed.Covers(red)
	}
	return strings.Contains(passed.Tool, " ") && strings.TrimPrefix(passed.Key, passed.Dir()+": "+passed.Tool) != ""
}

// looksAtSame reports whether a run passed a check of the kind of one that failed, or ran
// whatever it is set up to run. Linters find different things. Tests show that what they
// are built from builds, where one program does both: go test, and not vitest after vite
// build.
func looksAtSame(red *memory.Check, ran *memory.Run) bool {
	family := func(tool string) string { first, _, _ := strings.Cut(tool, " "); return first }
	return slices.ContainsFunc(ran.Check.Passes(), func(p *memory.Check) bool {
		switch kin := family(p.Tool) == family(red.Tool); {
		case reader().RunsOthers(p.Tool) || reader().RunsOthers(red.Tool):
			return p.Kind == red.Kind || speaksOfCheck(red.Kind, ran.Command.String())
		case p.Kind == red.Kind:
			return p.Tool == red.Tool && goal(p) == goal(red) || p.Kind == "test" || p.Kind == "build"
		default:
			return kin && p.Kind == "test" && red.Kind == "build"
		}
	})
}

// triedAgain reports whether something went well since a check failed that may look at the
// same, by whatever name: what is said in general words may be about that. What is said of
// all is not about less than what failed.
func (v *view) triedAgain(red *memory.Check, since []memory.Activity, all bool) bool {
	return slices.ContainsFunc(since, func(s memory.Activity) bool {
		switch r := s.Run; {
		case r == nil || r.Outcome != memory.OK || r.Check == nil && v.passesBy(r, red):
			return false
		case r.Check == nil:
			return speaksOfCheck(red.Kind, r.Command.String())
		default:
			return looksAtSame(red, r) && !(all && narrower(r.Check, red))
		}
	})
}

// passesBy reports whether a run that is no check went well because it does without one that
// failed, or only records work: git commit --no-verify -m 'Check types'.
func (v *view) passesBy(r *memory.Run, red *memory.Check) bool {
	script := v.judge.Script(r.Command)
	return v.leavesOut(r, red) || !slices.ContainsFunc(command.MainCalls(script), func(i int) bool {
		return !command.Is(&script.Calls[i], rule.ReadOnly|rule.Records|rule.Filter)
	})
}

// leavesOut reports whether a run does what a check belonged to that failed, without it.
func (v *view) leavesOut(r *memory.Run, red *memory.Check) bool {
	return red.Seen != nil && r.Outcome == memory.OK && lessons.SwitchesOff(v.judge.Script(r.Command), v.judge.Script(red.Seen.Command))
}

// speaksOfCheck reports whether a word of a command is one by which people call what runs
// checks of a kind, or begins with one: make dbt-ci, mise run test. Options are none, and
// neither is checkout.
func speaksOfCheck(kind, command string) bool {
	begins := []string{"check", "verif", "valid"}
	switch kind {
	case "lint", "types", "format":
		begins = append(begins, "lint", "type", "style", "fmt", "format")
	default:
		begins = append(begins, "test", "spec", "unit", "e2e", "integ", "smoke", "accept", "bench", "compar", "audit", "golden", "regress")
	}
	return slices.ContainsFunc(strings.Fields(strings.ToLower(command)), func(word string) bool {
		return word[0] != '-' && slices.ContainsFunc(strings.FieldsFunc(word, isNoWord), func(w string) bool {
			return w == "ci" || w == "all" || w == "qa" || w != "checkout" && slices.ContainsFunc(begins, func(p string) bool { return strings.HasPrefix(w, p) })
		})
	})
}

func isNoWord(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }
