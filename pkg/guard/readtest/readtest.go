// Package readtest compares what a package reads in real commands with what a file
// says. Only tests import it.
package readtest

import (
	"flag"
	"strconv"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

var update = flag.Bool("u", false, "rewrite the files of commands and what is read in them")

// maxFile bounds a file of commands.
const maxFile = 1 << 20

// File reads each command of a file and compares what it returns with the lines below
// the command, which are indented. A command begins with "$ ", and its further lines with
// "| "; one with characters that an editor does not show is a quoted string of Go. Lines
// that begin with "#" say what the commands below them are about.
func File(t *testing.T, name string, read func(command string) []string) {
	t.Helper()
	data, err := paths.ReadFile(name, maxFile)
	if err != nil {
		t.Fatal(err)
	}
	var all, want strings.Builder
	var given []string // the lines of the command
	commands := 0
	check := func() {
		if given == nil {
			return
		}
		commands++
		text := strings.Join(given, "\n")
		if plain, err := strconv.Unquote(text); err == nil {
			text = plain
		}
		var got strings.Builder
		for _, is := range read(text) {
			got.WriteString("\t" + seen(is) + "\n")
		}
		if want.String() != got.String() && !*update {
			t.Errorf("%s: $ %s\n got:\n%swant (go test -u rewrites it):\n%s", name, given[0], got.String(), want.String())
		}
		all.WriteString(got.String())
		want.Reset()
		given = nil
	}
	for line := range strings.Lines(string(data)) {
		if line[0] == '\t' {
			want.WriteString(line)
			continue
		}
		if more, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "|"); ok && given != nil {
			given = append(given, strings.TrimPrefix(more, " "))
		} else {
			check()
			if command, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ "); ok {
				given = []string{command}
			}
		}
		all.WriteString(line)
	}
	check()
	switch {
	case commands == 0:
		t.Fatalf("%s holds no commands", name)
	case *update:
		if err := paths.WriteFile(name, []byte(all.String())); err != nil {
			t.Fatal(err)
		}
	}
}

// seen writes the characters of a text that are not seen as Go would.
func seen(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}
