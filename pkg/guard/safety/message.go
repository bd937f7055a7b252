package safety

import (
	"cmp"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// placeholders fills the names in braces of a rule's sentences and commands.
type placeholders struct {
	call *shell.Call
	hit  []*effect.Effect
}

// maxShown bounds a word in a message, in bytes.
const maxShown = 80

// fill puts particulars into a sentence.
func (p placeholders) fill(s string) string {
	if len(p.call.Args.Sub) == 0 {
		s = strings.ReplaceAll(s, " {sub}", "")
	}
	if p.call.Program == "" {
		s = strings.ReplaceAll(s, "{program} ", "")
	}
	if p.targets(1) == "" {
		s = strings.TrimSuffix(s, ": {targets}")
	}
	return replace(s, func(name string) string {
		switch name {
		case "target":
			return shown(p.named(1))
		case "targets":
			return shown(p.named(3))
		case "program":
			return shown(p.call.Program)
		case "sub":
			return shown(strings.Join(p.call.Args.Sub, " "))
		case "operands":
			return shown(join(p.call.Args.Operands, 3))
		case "what":
			return p.what()
		case "wrapper":
			return strings.Join(p.call.Wrappers, " ")
		}
		return ""
	})
}

// replace fills every {name} in s.
func replace(s string, value func(name string) string) string {
	if strings.IndexByte(s, '{') < 0 {
		return s
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '{')
		if i < 0 {
			break
		}
		j := strings.IndexByte(s[i:], '}')
		if j < 0 {
			break
		}
		b.WriteString(s[:i])
		b.WriteString(value(s[i+1 : i+j]))
		s = s[i+j+1:]
	}
	b.WriteString(s)
	return b.String()
}

// targetWords returns the words that effects fall on, each once: one more than
// are ever shown is enough to know that there are too many.
func (p placeholders) targetWords() []shell.Word {
	var out []shell.Word
	for _, e := range p.hit {
		if len(out) > maxWords {
			break
		}
		if e.Target == nil || contains(out, e.Text()) {
			continue
		}
		w := *e.Target
		if e.Kind == rule.Push && strings.HasPrefix(w.Prefix(), ":") && len(w.Prefix()) > 1 { // :topic deletes topic
			w = w.Cut(1)
		}
		out = append(out, w)
	}
	return out
}

// named returns the first n targets, or what is affected, in words, where no
// target is named.
func (p placeholders) named(n int) string {
	if t := p.targets(n); t != "" {
		return t
	}
	return p.what()
}

func (p placeholders) targets(n int) string { return join(p.targetWords(), n) }

// join lists the first n words.
func join(words []shell.Word, n int) string {
	var out []string
	for i, w := range words {
		if i == n {
			out = append(out, "..")
			break
		}
		s := w.String()
		if s == "" {
			s = "."
		}
		if dir, ok := strings.CutSuffix(s, "/**"); ok { // of find
			s = "all below " + cmp.Or(dir, "/")
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// contains reports whether a word is among those that several effects of one
// call fall on.
func contains(words []shell.Word, s string) bool {
	for i := range words {
		if words[i].String() == s {
			return true
		}
	}
	return false
}

func (p placeholders) what() string {
	for _, e := range p.hit {
		if e.What != "" {
			return e.What
		}
	}
	return "what it names"
}

// shown returns text that fits into a one-line message.
func shown(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || shell.OverridesDirection(r) {
			return ' '
		}
		return r
	}, s)
	if len(s) > maxShown {
		cut := maxShown
		for cut > 0 && s[cut]&0xc0 == 0x80 {
			cut--
		}
		s = s[:cut] + ".."
	}
	return s
}
