package safety

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// kindOfMigration is what a call does with the migrations of a database.
type kindOfMigration int

const (
	notMigration kindOfMigration = iota
	writesOne                    // a new migration
	appliesAll                   // those that are not applied
	undoesLast
)

// migration returns what a call does with the migrations of a database.
func migration(c *shell.Call) kindOfMigration {
	kind, _ := migrationAt(c)
	return kind
}

// migrationAt also returns the words behind the one that says so.
func migrationAt(c *shell.Call) (kind kindOfMigration, rest []shell.Word) {
	if c.Model == nil || len(c.Argv) < 2 {
		return notMigration, nil
	}
	defer func() {
		if kind != notMigration && !migrates(c.Model) {
			kind, rest = notMigration, nil
		}
	}()
	words := c.Argv[1:]
	for i := range words {
		word, known := words[i].Literal()
		if !known {
			continue
		}
		both := word
		if i+1 < len(words) {
			both += "/" + words[i+1].String()
		}
		for n, text := range [...]string{both, word} {
			behind := words[min(len(words), i+2-n):]
			switch {
			case madeUndoesWord(text):
				return undoesLast, behind
			case madeMigratesWord(text):
				return appliesAll, behind
			case madeMigrationWord(text):
				return writesOne, behind
			}
		}
	}
	return notMigration, nil
}

// migrates reports whether a program undoes migrations.
func migrates(m *rule.Command) bool {
	return slices.ContainsFunc(m.VerbsFor(""), func(v *rule.Verb) bool {
		return slices.ContainsFunc(v.Effects, func(e rule.Effect) bool { return strings.Contains(e.What, "migration") })
	})
}

// stepsOf returns how many migrations a call undoes. ok is false where it is not known, such
// as down to a revision.
func stepsOf(c *shell.Call) (n int, ok bool) {
	_, rest := migrationAt(c)
	n = 1
	for i := 0; i < len(rest); i++ {
		word, known := rest[i].Literal()
		for _, key := range [...]string{"STEP=", "--step=", "--steps=", "-n="} {
			word = strings.TrimPrefix(word, key)
		}
		switch {
		case !known:
			return 0, false
		case word == "--step" || word == "--steps" || word == "-n":
			continue
		case word == "-v" || word == "--force" || word == "-y" || word == "--yes" || strings.HasPrefix(word, "--trace"):
			continue
		}
		number, err := strconv.Atoi(strings.TrimPrefix(word, "-"))
		if err != nil || number < 1 {
			return 0, false
		}
		n = number
	}
	return n, true
}

// undoesOwn reports whether the session itself applied the migrations that a call undoes, to the
// same database, which is on this machine: what the tables and columns hold is not older.
func (w *weighing) undoesOwn() bool {
	call := &w.script.Calls[w.i]
	steps, ok := 0, false
	if migration(call) == undoesLast && call.Where == "" && !call.Late {
		steps, ok = stepsOf(call)
	}
	if !ok || !w.script.Work.Spend(stepsOfSearch) || !w.databaseHere() {
		return false
	}
	h := migrationHistory{}
	add := func(s *shell.Script, k, shown int) {
		if c := &s.Calls[k]; c.Where == "" && !c.Late && !c.Captured && sameMigrator(c, call) && samePlace(s, k, w.script, w.i) && settingsOf(c) == settingsOf(call) {
			h.add(c, shown)
		}
	}
	word := call.Program
	if isRails(call) {
		word = "ra" // rails or rake
	}
	w.past(word, func(p *rule.Past, s *shell.Script, k int) {
		if !mayFail(s, k) && !behindOr(s, k) {
			add(s, k, migrated(p))
		}
	})
	for k := range w.script.Calls[:w.i] {
		if endsWell(w.script, k, call.Span.From) && !behindOr(w.script, k) {
			add(w.script, k, 0)
		}
	}
	return steps <= h.applied
}

// migrated returns how many migrations the output of a command says that it applied.
func migrated(p *rule.Past) int {
	for _, s := range p.Shown {
		if count, ok := strings.CutPrefix(s, rule.ShownMigrated); ok {
			n, _ := strconv.Atoi(count)
			return n
		}
	}
	return 0
}

// migrationHistory counts the migrations that a session wrote, and those that it applied.
type migrationHistory struct{ written, applied int }

func (h *migrationHistory) add(c *shell.Call, shown int) {
	switch migration(c) {
	case writesOne:
		h.written++
	case appliesAll:
		h.applied += max(h.written, shown)
		h.written = 0
	case undoesLast:
		n, ok := stepsOf(c)
		switch {
		case !ok:
			*h = migrationHistory{}
		case !strings.Contains(strings.Join(wordsIn(c), " "), "redo"):
			n = min(n, h.applied)
			h.applied -= n
			h.written += n
		}
	}
}

func wordsIn(c *shell.Call) (list []string) {
	for _, a := range c.Argv {
		list = append(list, a.String())
	}
	return list
}

// sameMigrator reports whether two calls are of tools that keep one record of migrations.
func sameMigrator(a, b *shell.Call) bool {
	return a.Model != nil && b.Model != nil && (a.Model.Names[0] == b.Model.Names[0] || isRails(a) && isRails(b)) && a.Cwd.Else == nil && a.Cwd.Path.String() == b.Cwd.Path.String()
}

func isRails(c *shell.Call) bool { return c.Model.Names[0] == "rails" || c.Model.Names[0] == "rake" }

// settingsOf returns the words of a call of a migrator that may say where its database is: those
// before its verb, and its options with a value but for those that say what a migration is called.
func settingsOf(c *shell.Call) string {
	_, rest := migrationAt(c)
	var out []string
	for _, a := range c.Argv[1 : len(c.Argv)-len(rest)] {
		if t := a.String(); strings.ContainsAny(t, "/.=") && !madeMigratesWord(t) && !madeUndoesWord(t) && !madeMigrationWord(t) {
			out = append(out, t)
		}
	}
	for _, f := range c.Args.Flags {
		switch f.Name {
		case "-m", "--message", "--rev-id", "--name", "--step", "--steps", "-n":
		default:
			if f.Value != nil {
				out = append(out, f.Name+"="+f.Value.String())
			}
		}
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), "\n")
}

// past visits the calls of all that the session did before that went well, and of files that it
// ran.
func (w *weighing) past(word string, visit func(p *rule.Past, s *shell.Script, k int)) {
	list := w.facts.Earlier(word)
	for i := range list {
		p := &list[i]
		s := follow.Parse(p.Text, shell.Options{Models: w.engine.Models, Functions: w.engine.Functions, Home: w.at.Home, Cwd: w.at.Cwd})
		for k := range s.Calls {
			if c := &s.Calls[k]; c.Code == "" || c.Effect != "" || codeRaises(s, k) {
				visit(p, s, k)
			}
		}
	}
}

// codeRaises reports whether a call in code ends the program if it fails.
func codeRaises(s *shell.Script, k int) bool {
	c := &s.Calls[k]
	if c.Span.From < 0 || c.Span.To > len(s.Text) || c.Span.From > c.Span.To {
		return false
	}
	return raises(s.Text[c.Span.From:c.Span.To], s.Text, c.Program)
}
