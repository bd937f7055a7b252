package manifests

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// text is a name or a command in a file.
type text struct {
	text   string
	isName bool // not a command
	line   int  // from 1
}

// words returns the texts under a key of a JSON file, or the commands of the
// recipes of a file for make or just.
func (l *search) words(name, key string) []text {
	data := l.read(name)
	if key == "" {
		return recipes(data)
	}
	doc, err := tree.JSON([]byte(data))
	if err != nil || len(doc.Roots) != 1 {
		return nil
	}
	at := func(offset int) int { return 1 + strings.Count(data[:offset], "\n") }
	value := doc.Roots[0].Get(key)
	if name := doc.Str(value); name != "" {
		return []text{{name, true, at(value.At)}}
	}
	var list []text
	for _, e := range value.Entries() {
		list = append(list, text{e.Key, true, at(e.At)})
		if command := doc.Str(e.Value); command != "" {
			list = append(list, text{command, false, at(e.Value.At)})
		}
	}
	return list
}

// recipes returns the indented lines of a file: the commands of make and just.
func recipes(data string) (list []text) {
	n := 0
	for line := range strings.Lines(data) {
		n++
		if line[0] != '\t' && line[0] != ' ' {
			continue
		}
		command := strings.TrimLeft(strings.TrimSpace(line), "@-+")
		if command != "" && command[0] != '#' {
			list = append(list, text{command, false, n})
		}
	}
	return list
}
