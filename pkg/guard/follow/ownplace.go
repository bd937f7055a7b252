package follow

import (
	"path"
	"strings"
)

// placed returns a program file with its own path in the place of the names that
// languages have for that: __file__, __dirname. Its lines stay what they are.
func (f *onDisk) placed(lang string) *onDisk {
	if f.own[lang] == nil {
		if f.own == nil {
			f.own = map[string]*onDisk{}
		}
		f.own[lang] = f.place(lang)
	}
	return f.own[lang]
}

func (f *onDisk) place(lang string) *onDisk {
	var names map[string]string
	switch dir := path.Dir(f.Path); lang {
	case "python":
		names = map[string]string{"__file__": f.Path}
	case "javascript":
		names = map[string]string{"__dirname": dir, "__filename": f.Path, "import.meta.dirname": dir, "import.meta.filename": f.Path}
	case "ruby":
		names = map[string]string{"__dir__": dir, "__FILE__": f.Path}
	case "php":
		names = map[string]string{"__DIR__": dir, "__FILE__": f.Path}
	}
	text := f.Text
	if strings.ContainsAny(f.Path, "\"'\\\n$#`{") {
		return f
	}
	for name, value := range names {
		text = replaceName(text, name, `"`+value+`"`)
	}
	if text == f.Text {
		return f
	}
	return f.with(text)
}

// replaceName replaces a name where it stands by itself, between brackets, commas and
// the like: not in a string.
func replaceName(text, name, value string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, name)
		if i < 0 {
			break
		}
		end := i + len(name)
		alone := i > 0 && strings.IndexByte("(=,[+ \t", text[i-1]) >= 0 && end < len(text) && strings.IndexByte("),]+ \t\n;", text[end]) >= 0
		b.WriteString(text[:i])
		if alone && strings.Count(text[strings.LastIndexByte(text[:i], '\n')+1:i], `"`)%2 == 0 {
			b.WriteString(value)
		} else {
			b.WriteString(name)
		}
		text = text[end:]
	}
	b.WriteString(text)
	return b.String()
}
