package manifests

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
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
		return recipes(name, data)
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

// recipes returns the commands of a makefile or a justfile.
func recipes(name, data string) (list []text) {
	add := func(command string, line int) {
		if command = strings.TrimLeft(strings.TrimSpace(command), "@-+"); command != "" && command[0] != '#' {
			list = append(list, text{command, false, line})
		}
	}
	if strings.EqualFold(path.Base(name), "justfile") {
		for _, s := range formats.Justfile([]byte(data)) {
			if s.Kind == formats.JustLine {
				add(s.Text, s.Line)
			}
		}
		return list
	}
	r := formats.NewMakefile([]byte(data), '\t')
	for s, ok := r.Next(); ok; s, ok = r.Next() {
		if s.Kind == formats.MakeRecipe {
			add(data[s.From+1:s.To], s.Line)
		}
	}
	return list
}
