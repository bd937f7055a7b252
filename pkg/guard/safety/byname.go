package safety

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// byName reports whether a call works on all that a search finds by its name and type, some
// directories left out, and by its age and size, which tests tells. Of what it tells by
// anything else, not all is lost that the name matches.
func (w *weighing) byName(call *shell.Call) (tests []rule.FileTest, ok bool) {
	for range w.script.Calls {
		from := call.Via
		if call.Program == "xargs" && len(call.Stdin.From) == 1 {
			from = call.Stdin.From[0]
		}
		if call.Program == "find" || from < 0 {
			break
		}
		call = &w.script.Calls[from]
	}
	if call.Program != "find" {
		return nil, false
	}
	words := call.Argv[1:]
	not := false
	for i := 0; i < len(words); i++ {
		text := words[i].String()
		if strings.HasPrefix(text, "-exec") || strings.HasPrefix(text, "-ok") {
			break // what follows is what it runs
		}
		was := not
		not = false
		switch {
		case text == "!", text == "-not": // such as ! -path './node_modules/*'
			if not = true; i+1 == len(words) || !words[i+1].Is("-path") && !isFileTest(words[i+1].String()) {
				return nil, false
			}
		case text == "-path":
			if !was {
				return nil, false
			}
		case isFileTest(text):
			if i+1 == len(words) {
				return nil, false
			}
			test, known := fileTest(text, words[i+1].String())
			if !known {
				return nil, false
			}
			test.Not = was
			tests = append(tests, test)
			i++
		case text == "(":
			return nil, false
		case len(text) > 1 && text[0] == '-':
			switch text {
			case "-name", "-type", "-delete", "-print", "-print0", "-depth", "-a", "-and":
			default:
				return nil, false
			}
		}
	}
	return tests, true
}

// datesFiles reports whether an earlier call gives files other times: touch -d yesterday.
func (w *weighing) datesFiles() bool {
	for k := range w.i {
		if w.script.Work.Spend(1) && slices.ContainsFunc(w.reader.Of(k), func(e effect.Effect) bool { return e.Kind == rule.Cover }) {
			return true
		}
	}
	return false
}

// isFileTest reports whether an option of find asks for the age or size of a file.
func isFileTest(option string) bool {
	return option == "-mtime" || option == "-mmin" || option == "-size"
}

// fileTest reads a test of find: -mtime +7, -size -10k.
func fileTest(option, value string) (t rule.FileTest, ok bool) {
	switch value = strings.TrimSpace(value); {
	case strings.HasPrefix(value, "+"):
		t.Cmp, value = 1, value[1:]
	case strings.HasPrefix(value, "-"):
		t.Cmp, value = -1, value[1:]
	}
	const day, hour, minute, block = 24 * 60 * 60, 60 * 60, 60, 512
	switch option {
	case "-mtime":
		t.Unit = day
	case "-mmin":
		t.Unit = minute
	default:
		t.Size, t.Unit = true, block
		if n := len(value); n > 0 {
			if unit, is := map[byte]int64{'c': 1, 'w': 2, 'b': block, 'k': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}[value[n-1]]; is {
				t.Unit, value = unit, value[:n-1]
			}
		}
	}
	n, err := strconv.ParseInt(value, 10, 64)
	t.Count = n
	return t, err == nil && n >= 0 && n < hour*day
}
