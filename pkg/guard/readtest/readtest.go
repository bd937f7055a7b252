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
// the command, which are indented. A command begins with "$ "; one of several lines, or
// with characters that an editor does not show, is a quoted string of Go. Lines that
// begin with "#" say what the commands below them are about.
func File(t *testing.T, name string, read func(command string) []string) {
	t.Helper()
	data, err := paths.ReadFile(name, maxFile)
	if err != nil {
		t.Fatal(err)
	}
	var all, want, got strings.Builder
	commands, command := 0, ""
	check := func() {
		if want.String() != got.String() && !*update {
			t.Errorf("%s: $ %s\n got:\n%swant (go test -u rewrites it):\n%s", name, command, got.String(), want.String())
		}
		all.WriteString(got.String())
		want.Reset()
		got.Reset()
	}
	for line := range strings.Lines(string(data)) {
		if line[0] == '\t' {
			want.WriteString(line)
			continue
		}
		check()
		all.WriteString(line)
		var ok bool
		if command, ok = strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ "); !ok {
			continue
		}
		commands++
		text := command
		if plain, err := strconv.Unquote(command); err == nil {
			text = plain
		}
		for _, is := range read(text) {
			got.WriteString("\t" + seen(is) + "\n")
		}
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
