package preferences

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// maxExample bounds a command that is shown as an example.
const maxExample = 80

// Example returns a command as a preference wants it, and one that breaks it: the
// latest of the evidence, else one of its tools with X for what varies, else what
// the rule names. Each is "" where there is none.
func Example(known rule.Knowledge, p *memory.Preference, parse func(text string) *shell.Script) (right, wrong string) {
	for i := len(p.Evidence) - 1; i >= 0; i-- {
		if wrong = shownCall(known, &p.Rule, parse(p.Evidence[i].Command.String())); wrong == "" {
			continue
		}
		if right = kept(known, &p.Rule, wrong, parse); right != "" || p.Rule.Form == memory.FormNever {
			return right, wrong
		}
	}
	f := formOf(&p.Rule)
	for _, wrong := range f.samples(known, &p.Rule) {
		if right := kept(known, &p.Rule, wrong, parse); right != "" {
			return right, wrong
		}
	}
	return f.example(&p.Rule)
}

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// kept returns a command as a rule wants it.
func kept(known rule.Knowledge, r *memory.PreferenceRule, text string, parse func(string) *shell.Script) string {
	text, _ = Rewrite(known, r, parse(text), nil, parse)
	return text
}

// shownCall returns the first call of a script that breaks a rule and may be shown
// to others: in a line, without secrets and files that only this machine has.
func shownCall(known rule.Knowledge, r *memory.PreferenceRule, s *shell.Script) string {
	for _, h := range Find(known, r, s, nil) {
		c := &s.Calls[h.Call]
		from, to := c.Argv[0].Span.From, c.Argv[len(c.Argv)-1].Span.To
		if c.Code != "" || from >= to || to > len(s.Text) || to-from > maxExample {
			continue
		}
		text := s.Text[from:to]
		if !strings.ContainsAny(text, "`$\n~") && !strings.HasPrefix(text, "/") && !strings.Contains(text, " /") && !strings.Contains(text, redact.Mask) {
			return text
		}
	}
	return ""
}

// sample returns a command of a tool as a swap has it.
func sample(c rule.Spelling, operands string) string {
	words := []string{c.Tool}
	for w := range strings.FieldsSeq(c.As) {
		w, _, _ = strings.Cut(w, "|")
		words = append(words, w)
	}
	text := strings.TrimSpace(strings.Join(words, " "))
	if strings.Contains(text, "{1}") {
		return strings.NewReplacer("{1}", "X", "{2}", "Y").Replace(text)
	}
	if operands != rule.NoOperands {
		text += " X"
	}
	return text
}
