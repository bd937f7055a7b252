package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// made asks whether the session itself made what a call takes away: a database, a volume,
// a namespace, a cluster, a release. It did where a command of it that went well created
// all that the call names, with the same program, on the same host.
func (w *weighing) made(fact string, _ bool) (bool, func(string) rule.Told) {
	call := &w.script.Calls[w.i]
	if fact != rule.MadeSession || call.Loop {
		return false, nil
	}
	each, ok := saidOf(call)
	for _, words := range each {
		if ok = ok && w.script.Work.Spend(stepsOfSearch) && w.madeAs(call, words); !ok {
			return false, nil
		}
	}
	return ok, nil
}

// madeAs reports whether the session made what a call takes away and some words name.
func (w *weighing) madeAs(call *shell.Call, words []string) bool {
	last := words[len(words)-1]
	created := false
	for _, text := range w.facts.Earlier(last) {
		s := follow.Parse(text, shell.Options{Models: w.engine.Models, Home: w.at.Home, Cwd: w.at.Cwd})
		for k := range s.Calls {
			c := &s.Calls[k]
			switch {
			case c.Where != call.Where || c.Captured || c.Late:
			case creates(c) && sameTool(c, call) && says(c, words) && sameHost(c, call):
				created = true
			case leads(c):
				created = false // it may be another cluster now
			}
		}
	}
	return created
}

// saidOf returns what a call names: its words but the verb, for each thing where it takes
// away several. ok is false where it takes away more than it names, or the words are not
// known.
func saidOf(call *shell.Call) (each [][]string, ok bool) {
	words, ok := wordsOf(call)
	if !ok || len(words[len(words)-1]) < 2 {
		return nil, false
	}
	if !takesEach(call) {
		return [][]string{words}, true
	}
	for _, o := range call.Args.Operands {
		if t := o.String(); !madeTakesWord(t) {
			each = append(each, []string{t})
		}
	}
	return each, len(each) > 0
}

// takesEach reports whether every operand of a call is one thing that it takes away: docker
// rm a b, but not kubectl delete namespace a.
func takesEach(call *shell.Call) bool {
	return len(call.Args.Operands) > 1 && call.Args.Is([]string{"rm", "rmi", "container rm", "image rm", "volume rm", "network rm"})
}

// wordsOf returns the words of a call but the verb.
func wordsOf(call *shell.Call) (words []string, ok bool) {
	if slices.ContainsFunc(call.Args.Flags, func(f shell.Flag) bool { return madeMoreWord(f.Name) }) {
		return nil, false
	}
	for _, s := range call.Args.Sub {
		if !madeTakesWord(s) {
			words = append(words, s)
		}
	}
	for _, o := range call.Args.Operands {
		t, known := o.Literal()
		if !known {
			return nil, false
		}
		if !madeTakesWord(t) {
			words = append(words, t)
		}
	}
	for _, f := range call.Args.Flags {
		if f.Value != nil && madePlaceWord(f.Name) || f.Name == "--name" {
			t, known := "", false
			if f.Value != nil {
				t, known = f.Value.Literal()
			}
			if !known {
				return nil, false
			}
			words = append(words, t)
		}
	}
	return words, len(words) > 0
}

// creates reports whether a call makes something that was not there before.
func creates(c *shell.Call) bool {
	if c.Program == "createdb" || c.Program == "createuser" {
		return true
	}
	if slices.ContainsFunc(c.Args.Sub, madeMakesWord) {
		return true
	}
	for k, o := range c.Args.Operands {
		if t, _ := o.Literal(); k < 3 && madeMakesWord(t) {
			return true
		}
	}
	return c.Args.Is([]string{"run"}) && c.Args.Has("--name") || c.Args.Is([]string{"build", "buildx build", "image build"}) && c.Args.Has("-t", "--tag")
}

// sameTool reports whether what a call makes is taken away by another one.
func sameTool(maker, taker *shell.Call) bool {
	return maker.Program == taker.Program || strings.TrimPrefix(maker.Program, "create") == strings.TrimPrefix(taker.Program, "drop") && strings.HasPrefix(maker.Program, "create")
}

// says reports whether a call has all of some words.
func says(c *shell.Call, words []string) bool {
	have := make(map[string]bool, len(c.Argv))
	for _, a := range c.Argv {
		t := a.String()
		have[t] = true
		if _, value, ok := strings.Cut(t, "="); ok {
			have[value] = true
		}
	}
	alias := map[string]string{"ns": "namespace", "namespace": "ns"}
	return !slices.ContainsFunc(words, func(word string) bool { return !have[word] && !have[alias[word]] && !madeImpliedWord(word) })
}

// sameHost reports whether a call that took something away would do so where another one
// made it. What a container publishes is no port of a server: -p 9201:9200.
func sameHost(maker, taker *shell.Call) bool {
	for _, f := range maker.Args.Flags {
		if f.Value != nil && madePlaceWord(f.Name) && !strings.ContainsAny(f.Value.String(), ":") && !slices.ContainsFunc(taker.Args.Flags, func(g shell.Flag) bool {
			return g.Name == f.Name && g.Value != nil && g.Value.String() == f.Value.String()
		}) {
			return false
		}
	}
	return true
}

// leads reports whether later calls of a client may speak to another host.
func leads(c *shell.Call) bool {
	switch c.Program {
	case "kubectx", "kubens":
		return true
	case "kubectl", "docker", "gcloud", "az", "oc", "aws", "helm":
		return slices.ContainsFunc(c.Argv, func(a shell.Word) bool { return madeLeadsWord(a.String()) })
	}
	return false
}
