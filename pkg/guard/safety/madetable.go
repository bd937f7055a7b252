package safety

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// creating matches a statement that makes something in a database which cannot have been
// there before: CREATE TABLE a, but not CREATE TABLE IF NOT EXISTS a. The last group is
// its name.
var creating = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?i)\\bcreate\\s+(?:(?:temp|temporary|unlogged|global|local|materialized|virtual|unique)\\s+)*(?:table|view|index|sequence|type|schema|database|role|user|trigger)\\s+[\"`\\[]?([\\w.]+)")
})

// madeTable reports whether the session made what a statement drops: a command of it that
// went well created it, by the same client of the same database.
func (w *weighing) madeTable(statement *shell.Call) bool {
	if w.e == nil || w.e.Target == nil || statement.Program != "" || statement.Via < 0 {
		return false
	}
	name, ok := w.e.Target.Literal()
	client := &w.script.Calls[statement.Via]
	if !ok || len(name) < 2 || client.Where != "" {
		return false
	}
	made := false
	w.earlier(name, func(c *shell.Call) {
		made = made || sameDatabase(c, client) && slices.ContainsFunc(statementsOf(c), func(text string) bool {
			return slices.ContainsFunc(creating().FindAllStringSubmatch(text, -1), func(m []string) bool { return strings.EqualFold(m[1], name) })
		})
	})
	return made
}

// statementsOf returns what a client of a database is given to run.
func statementsOf(c *shell.Call) (list []string) {
	for _, word := range c.Argv {
		if text, ok := word.Literal(); ok && strings.Contains(text, " ") {
			list = append(list, text)
		}
	}
	if c.Stdin != nil && c.Stdin.Known {
		if text, ok := c.Stdin.Text.Literal(); ok && c.Stdin.Kind != shell.SourceFile {
			list = append(list, text)
		}
	}
	return list
}

// sameDatabase reports whether two calls of a client speak to one database.
func sameDatabase(a, b *shell.Call) bool {
	return a.Program == b.Program && a.Where == b.Where && slices.Equal(databaseWords(a), databaseWords(b))
}

// databaseWords returns the words by which a client names the database and where it is.
func databaseWords(c *shell.Call) (words []string) {
	for _, a := range c.Assigns {
		words = append(words, a.Name+"="+a.Value.String())
	}
	for _, f := range c.Args.Flags {
		if f.Value != nil && (madePlaceWord(f.Name) || f.Name == "-d" || f.Name == "--dbname" || f.Name == "-D") {
			words = append(words, f.Name+"="+f.Value.String())
		}
	}
	for _, o := range c.Args.Operands {
		if t := o.String(); !strings.Contains(t, " ") {
			words = append(words, t)
		}
	}
	slices.Sort(words)
	return words
}
