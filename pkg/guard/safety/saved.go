package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// saved reports whether the text copies the file of a database before a call that empties it, and
// leaves the copy where it is, or puts it back: cp app.db app.db.bak && alembic downgrade base.
// Putting it back loses only what the text wrote between.
func (w *weighing) saved() bool {
	call := &w.script.Calls[w.i]
	if !slices.ContainsFunc(w.script.Calls[:w.i], func(c shell.Call) bool { return c.Program == "cp" }) || !w.script.Work.Spend(stepsOfSearch) {
		return false
	}
	file, ok := w.databaseFile()
	if w.e != nil && w.e.Kind == rule.Overwrite {
		file, ok = w.putBack()
	}
	if !ok {
		return false
	}
	for k := range w.script.Calls[:w.i] {
		c := &w.script.Calls[k]
		if c.Program != "cp" || c.Where != "" || c.Cwd.Else != nil || len(c.Args.Operands) != 2 || c.Args.Has("-n", "-u", "-i", "-l", "-s") || !endsWell(w.script, k, call.Span.From) || behindOr(w.script, k) {
			continue
		}
		from, known := effect.Literal(c.Args.Operands[0], c.Cwd, w.at)
		to, sure := effect.Literal(c.Args.Operands[1], c.Cwd, w.at)
		if !known || !sure || from != file {
			continue
		}
		if w.facts.Path(to).Dir || strings.HasSuffix(c.Args.Operands[1].String(), "/") {
			to = path.Join(to, path.Base(from))
		}
		if to != file && !w.losesCopy(k, to, file) {
			return true
		}
	}
	return false
}

// putBack returns the file to which a call brings a copy.
func (w *weighing) putBack() (file string, ok bool) {
	c := &w.script.Calls[w.i]
	if c.Program != "mv" && c.Program != "cp" || len(c.Args.Operands) != 2 || c.Cwd.Else != nil {
		return "", false
	}
	from, known := effect.Literal(c.Args.Operands[0], c.Cwd, w.at)
	file, ok = effect.Literal(c.Args.Operands[1], c.Cwd, w.at)
	return file, ok && known && slices.ContainsFunc(w.script.Calls[:w.i], func(k shell.Call) bool {
		if k.Program != "cp" || len(k.Args.Operands) != 2 {
			return false
		}
		of, _ := effect.Literal(k.Args.Operands[0], k.Cwd, w.at)
		to, _ := effect.Literal(k.Args.Operands[1], k.Cwd, w.at)
		return of == file && to == from
	})
}

// losesCopy reports whether a call behind another one takes away or replaces a copy, but to put
// it back.
func (w *weighing) losesCopy(behind int, file, origin string) bool {
	for m := behind + 1; m < len(w.script.Calls); m++ {
		c := &w.script.Calls[m]
		if (c.Program == "mv" || c.Program == "cp") && len(c.Args.Operands) == 2 {
			from, _ := effect.Literal(c.Args.Operands[0], c.Cwd, w.at)
			if to, _ := effect.Literal(c.Args.Operands[1], c.Cwd, w.at); from == file && to == origin {
				continue
			}
		}
		if slices.ContainsFunc(w.reader.Of(m), func(e effect.Effect) bool {
			switch e.Kind {
			case rule.Delete, rule.Move, rule.Overwrite, rule.Edit:
			default:
				return false
			}
			at, ok := e.Path(c, w.at)
			return !ok && e.Target != nil && e.Kind != rule.Edit || ok && (at == file || within(file, at))
		}) {
			return true
		}
	}
	return false
}

// databaseFile returns the file in which the database lies that a call works on: what its client
// is given, or what the settings of the project name.
func (w *weighing) databaseFile() (file string, ok bool) {
	if client := w.clientOf(w.script, w.i); client >= 0 && madeInFileWord(w.script.Calls[client].Program) {
		c := &w.script.Calls[client]
		if len(c.Args.Operands) == 0 || c.Where != "" || c.Cwd.Else != nil || !w.opensOne(c.Via) {
			return "", false
		}
		return effect.Literal(c.Args.Operands[0], c.Cwd, w.at)
	}
	call := &w.script.Calls[w.i]
	dir, known := w.dir()
	if !known || call.Model == nil || !migrates(call.Model) || !w.databaseHere() {
		return "", false
	}
	var names []string
	places := placesOf(w.script, w.i)
	for _, place := range places {
		if name := sqliteAddress(place); name != "" {
			names = append(names, name)
		}
	}
	if len(places) == 0 {
		for _, settings := range databaseSettingsWords {
			if f := w.facts.File(path.Join(dir, settings)); f.Known {
				if otherAddress(f.Text) {
					return "", false
				}
				names = append(names, sqliteFiles(f.Text)...)
			}
		}
	}
	if names = slices.Compact(names); len(names) != 1 {
		return "", false
	}
	if !path.IsAbs(names[0]) {
		names[0] = path.Join(dir, names[0])
	}
	return path.Clean(names[0]), true
}

// sqliteAddress returns the file of an address in a text: sqlite:///app.db, "" where there is none.
func sqliteAddress(text string) string {
	_, name, ok := strings.Cut(text, "sqlite:///")
	if end := strings.IndexAny(name, "?\"' \t\n"); end >= 0 {
		name = name[:end]
	}
	if !ok || strings.ContainsAny(name, "$%{") {
		return ""
	}
	return name
}

// otherAddress reports whether settings name a database that is no file, in a line that counts.
func otherAddress(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if scheme, _, ok := strings.Cut(line, "://"); ok && line[0] != '#' && line[0] != ';' && !strings.HasSuffix(scheme, "sqlite") && !strings.HasSuffix(scheme, "http") && !strings.HasSuffix(scheme, "https") {
			return true
		}
	}
	return false
}

// sqliteFiles lists the files of databases that settings name: of sections, that of development.
func sqliteFiles(text string) (list []string) {
	section := ""
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		if name := sqliteAddress(trimmed); name != "" {
			list = append(list, name)
			continue
		}
		key, value, _ := strings.Cut(trimmed, ":")
		if line[0] != ' ' && line[0] != '\t' {
			section = key
		}
		if value = strings.Trim(value, " \t\"'"); key == "database" && section == "development" && strings.Contains(text, "sqlite") && value != "" && !strings.ContainsAny(value, "<$%") {
			list = append(list, value)
		}
	}
	return list
}
