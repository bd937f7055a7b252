package manifests

import (
	"strings"

	"github.com/tidwall/gjson"
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
	if !gjson.Valid(data) {
		return nil
	}
	v := gjson.Get(data, key)
	at := func(v gjson.Result) int { return 1 + strings.Count(data[:min(v.Index, len(data))], "\n") }
	if v.Type == gjson.String {
		return []text{{v.Str, true, at(v)}}
	}
	var list []text
	if v.IsObject() {
		v.ForEach(func(k, value gjson.Result) bool {
			list = append(list, text{k.Str, true, at(k)})
			if value.Type == gjson.String {
				list = append(list, text{value.Str, false, at(value)})
			}
			return true
		})
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
