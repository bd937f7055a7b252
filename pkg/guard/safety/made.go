package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// made asks whether the session itself made what a call takes away: a database, a volume,
// a namespace, a cluster, a release. It did where a command of it that went well created
// all that the call names, with the same program, on the same host.
func (w *weighing) made(fact string, _ bool) (bool, func(string) rule.Told) {
	call := &w.script.Calls[w.i]
	if fact == rule.MadeCopy && !call.Loop && call.Where == "" {
		return w.saved(), nil
	}
	if fact != rule.MadeSession || call.Loop {
		return false, nil
	}
	for k := w.i; k >= 0; k = w.script.Calls[k].Via { // a query, and the client that is given it
		if w.servesItself(k) {
			return true, nil
		}
	}
	if w.ownContainer(w.i) || isCompose(call, "down", "rm") && w.ownProject(w.i) || w.undoesOwn() || w.ownWorkspace() {
		return true, nil
	}
	if (call.Effect == rule.Drop || call.Program == "dropdb") && w.madeInDatabase() {
		return true, nil
	}
	each, ok := saidOf(call)
	for _, words := range each {
		if ok = ok && w.script.Work.Spend(stepsOfSearch) && w.madeAs(call, words); !ok {
			return false, nil
		}
	}
	return ok, nil
}

// servesItself reports whether the session started the server that a call speaks to, which
// is on this machine and began without data: docker run -p 54329:5432, and psql -p 54329.
// What it holds, the session put there.
func (w *weighing) servesItself(k int) bool {
	call, port := &w.script.Calls[k], ""
	for _, f := range call.Args.Flags {
		switch value := f.Value; {
		case value == nil:
		case f.Name == "-h" || f.Name == "--host":
			if !effect.IsHere(value.Prefix()) {
				return false
			}
		case f.Name == "-p" || f.Name == "-P" || f.Name == "--port":
			port, _ = value.Literal()
		}
	}
	_, elsewhere := effect.NamesDatabase(call)
	addressed := func(text string) bool {
		_, address, ok := strings.Cut(text, "://")
		if !ok || !effect.IsHere(hostIn(address)) {
			return false
		}
		_, port, ok = strings.Cut(hostIn(address), ":")
		return ok
	}
	elsewhere = elsewhere || slices.ContainsFunc(placesOf(w.script, k), func(place string) bool {
		return !addressed(place) && !strings.Contains(place, "PORT=") && !strings.Contains(place, "DATABASE=")
	})
	if elsewhere || len(port) < 4 || strings.Trim(port, "0123456789") != "" || !w.script.Work.Spend(stepsOfSearch) {
		return false
	}
	serves, name := false, ""
	starts := func(s *shell.Script, k int) bool {
		c := &s.Calls[k]
		return c.Where == "" && !c.Late && madeServesWord(c.Program) && !keepsData(c) && !behindOr(s, k) && endsWell(s, k, len(s.Text)) &&
			slices.ContainsFunc(c.Argv, func(a shell.Word) bool { return a.Is(port) || strings.HasPrefix(a.String(), port+":") })
	}
	w.past(port, func(p *rule.Past, s *shell.Script, k int) {
		if !p.Found && starts(s, k) {
			serves = true
			if f := s.Calls[k].Args.Flag("--name"); f != nil && f.Value != nil {
				name, _ = f.Value.Literal()
			}
		}
	})
	w.past(name, func(_ *rule.Past, s *shell.Script, k int) { // which may be gone, and the port another's
		c := &s.Calls[k]
		ends := c.Args.Is(endsContainer[:]) && slices.ContainsFunc(c.Args.Operands, func(o shell.Word) bool { return o.Is(name) })
		serves = (serves || starts(s, k)) && !ends
	})
	return serves
}

// endsContainer are the verbs behind which a container no longer answers.
var endsContainer = [...]string{"rm", "stop", "kill", "container rm", "container stop", "container kill"}

// madeAs reports whether the session made what a call takes away and some words name, or the
// text itself did before and could not go on otherwise.
func (w *weighing) madeAs(call *shell.Call, words []string) bool {
	created := false
	makes := func(s *shell.Script, k int) bool {
		c := &s.Calls[k]
		return c.Where == call.Where && launcherOf(s, k) == launcherOf(w.script, w.i) && !c.Captured && !c.Late && (creates(c) && sameTool(c, call) || sameServer(c, call)) &&
			says(c, words) && sameHost(c, call) && samePlace(s, k, w.script, w.i)
	}
	w.past(words[len(words)-1], func(p *rule.Past, s *shell.Script, k int) {
		switch c := &s.Calls[k]; {
		case makes(s, k) && (endsWell(s, k, len(s.Text)) || c.Code != "" && !mayFail(s, k)) && !behindOr(s, k) && !p.Found && !c.Args.Is([]string{"volume create"}):
			created = true // a volume that was there before is "created" as well
		case leads(c) && c.Where == call.Where && !c.Captured && !c.Late:
			created = false // it may be another cluster now
		}
	})
	for k := range w.script.Calls[:w.i] {
		switch {
		case created:
		case makes(w.script, k) && endsWell(w.script, k, call.Span.From) && !behindOr(w.script, k):
			created = true
		}
	}
	return created && !slices.ContainsFunc(w.script.Calls[:w.i], func(c shell.Call) bool { return leads(&c) })
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
		words = append(words, objectsIn(s)...)
	}
	for k, o := range call.Args.Operands {
		t, known := o.Literal()
		switch {
		case !known:
			return nil, false
		case k == 0 && len(call.Args.Sub) == 0:
			words = append(words, objectsIn(t)...)
		case !madeTakesWord(t):
			words = append(words, t)
		}
	}
	for _, f := range call.Args.Flags {
		name := strings.TrimLeft(f.Name, "-")
		if f.Value == nil && f.Name != "--name" || !madePlaceWord(f.Name) && !madeNamesWord(f.Name) && !madeTakesWord(name) {
			continue
		}
		t, known := "", false
		if f.Value != nil {
			t, known = f.Value.Literal()
		}
		if !known {
			return nil, false
		}
		words = append(words, t)
	}
	return words, len(words) > 0
}

// objectsIn returns what a verb of one or several words takes away: vhost for delete_vhost.
func objectsIn(verb string) (words []string) {
	parts := verbParts(verb)
	if !slices.ContainsFunc(parts, madeTakesWord) {
		return []string{verb}
	}
	for _, part := range parts {
		if !madeTakesWord(part) {
			words = append(words, part)
		}
	}
	return words
}

// verbParts returns the words of a verb: add_vhost, hosting:channel:delete.
func verbParts(verb string) []string {
	return strings.FieldsFunc(verb, func(c rune) bool { return c == '_' || c == ':' })
}

// makes reports whether a verb makes something.
func makes(verb string) bool { return slices.ContainsFunc(verbParts(verb), madeMakesWord) }

// creates reports whether a call makes something that was not there before.
func creates(c *shell.Call) bool {
	if c.Program == "createdb" || c.Program == "createuser" {
		return true
	}
	if slices.ContainsFunc(c.Args.Sub, makes) || slices.ContainsFunc(c.Args.Flags, func(f shell.Flag) bool { return madeMakesWord(strings.TrimLeft(f.Name, "-")) }) {
		return true
	}
	for k, o := range c.Args.Operands {
		if t, _ := o.Literal(); k < 3 && makes(t) {
			return true
		}
	}
	if f := c.Args.Flag("-X", "--request"); f != nil && f.Value != nil && f.Value.Is("PUT") {
		// An index, a bucket or a document at that address. Exit code 0 tells nothing of the
		// answer, so what others may have made before has to lie here.
		return slices.ContainsFunc(c.Args.Operands, func(w shell.Word) bool { return effect.IsHere(w.Prefix()) })
	}
	return c.Args.Is([]string{"run"}) && c.Args.Has("--name") || c.Args.Is([]string{"build", "buildx build", "image build"}) && c.Args.Has("-t", "--tag")
}

// publishesPort reports whether a value is a port of a container and one of the machine.
func publishesPort(value string) bool {
	return strings.Contains(value, ":") && strings.Trim(value, "0123456789:./") == ""
}

// sameTool reports whether what a call makes is taken away by another one.
func sameTool(maker, taker *shell.Call) bool {
	return maker.Program == taker.Program || strings.TrimPrefix(maker.Program, "create") == strings.TrimPrefix(taker.Program, "drop") && strings.HasPrefix(maker.Program, "create")
}

// sameServer reports whether a tool of a server makes what another tool of that server takes
// away: create_bucket and delete_bucket, but not create_branch and delete_repository.
func sameServer(maker, taker *shell.Call) bool {
	const server = "mcp__"
	at := strings.LastIndex(taker.Program, "__")
	if !strings.HasPrefix(taker.Program, server) || at < len(server) || !strings.HasPrefix(maker.Program, taker.Program[:at]) {
		return false
	}
	words := protocol.NameWords(maker.Program[min(at, len(maker.Program)):])
	return slices.ContainsFunc(words, madeMakesWord) && slices.ContainsFunc(taker.Args.Flags, func(f shell.Flag) bool {
		if f.Name != "--object" || f.Value == nil {
			return false
		}
		object := f.Value.String()
		return slices.ContainsFunc(words, func(w string) bool { return w == object || w == object+"s" }) || says(maker, []string{object})
	})
}

// says reports whether a call has all of some words.
func says(c *shell.Call, words []string) bool {
	have := make(map[string]bool, len(c.Argv))
	for i, a := range c.Argv {
		if i > 0 && madeServesWord(c.Program) && slices.Contains(dataOptions[:], c.Argv[i-1].String()) {
			continue // a volume that was there, or is made by the way
		}
		t := a.String()
		have[t] = true
		for _, part := range verbParts(t) {
			have[part] = true
		}
		if _, value, ok := strings.Cut(t, "="); ok {
			have[value] = true
		}
	}
	alias := map[string]string{"ns": "namespace", "namespace": "ns"}
	return !slices.ContainsFunc(words, func(word string) bool { return !have[word] && !have[alias[word]] && !madeImpliedWord(word) })
}

// sameHost reports whether a call that took something away would do so where another one
// made it. What a container publishes is no port of a server, -p 9201:9200, and the header of a
// request no place.
func sameHost(maker, taker *shell.Call) bool {
	for _, f := range maker.Args.Flags {
		if f.Value != nil && madePlaceWord(f.Name) && !publishesPort(f.Value.String()) && !strings.Contains(f.Value.String(), ": ") && !says(taker, []string{f.Value.String()}) && !slices.ContainsFunc(taker.Args.Flags, func(g shell.Flag) bool {
			return g.Name == f.Name && g.Value != nil && g.Value.String() == f.Value.String()
		}) {
			return false
		}
	}
	return true
}

// leads reports whether later calls of a client may speak to another host.
func leads(c *shell.Call) bool {
	if c.Program == "kubectx" || c.Program == "kubens" {
		return true
	}
	return madeClientsWord(c.Program) && slices.ContainsFunc(c.Argv, func(a shell.Word) bool { return madeLeadsWord(a.String()) })
}
