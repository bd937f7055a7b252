package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// row offers what a row knows of an error.
func (a *adviser) row(t trouble) {
	text := a.prose(t, t.fix.Cause)
	if advice := a.prose(t, t.fix.Advice); advice != "" {
		text += " " + advice
	}
	f := memory.Fix{Source: memory.SourceRule, Rule: t.fix.ID, Text: redact.Clean(text), Signature: a.signatureOf(t)}
	offered := len(a.fixes)
	if t.call >= 0 && a.seen.Script != nil && len(a.seen.Script.Text) <= maxCommand {
		for _, command := range t.fix.Commands {
			for _, c := range a.expand(t, command) {
				if f.Safe = t.fix.Safe; strings.TrimSpace(c) != "" {
					a.offer(f, c)
				}
			}
		}
	}
	if len(a.fixes) == offered && t.fix.Advice != "" {
		f.Safe = false
		a.offer(f, "")
	}
}

// signatureOf finds the error of a row among those that were listed.
func (a *adviser) signatureOf(t trouble) string {
	for _, e := range a.errs {
		if e.Rule == t.fix.ID {
			return e.Signature
		}
	}
	return ""
}

// prose fills the holes of a sentence. What came from the output stands in
// quotes.
func (a *adviser) prose(t trouble, text string) string {
	pieces, err := rule.ParseTemplate(text)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, p := range pieces {
		if p.Name == "" {
			b.WriteString(p.Text)
			continue
		}
		value, ok := t.value(p.Name)
		if !ok && t.call >= 0 {
			value, _ = a.part(&a.seen.Script.Calls[t.call], p.Name)
		}
		if value, ok = formed(value, p.Form); !ok || value == "" {
			value = "it"
			b.WriteString(value)
			continue
		}
		b.WriteString(quoted(value))
	}
	return b.String()
}

func (t trouble) value(name string) (string, bool) {
	for _, p := range t.named {
		if p.name == name {
			return p.text, true
		}
	}
	return "", false
}

// expand returns the scripts that a template makes: the failed one with the
// call replaced. There are several when a particular is a list of choices.
func (a *adviser) expand(t trouble, template string) []string {
	pieces, err := rule.ParseTemplate(template)
	if err != nil {
		return nil
	}
	c := &a.seen.Script.Calls[t.call]
	if len(c.Argv) == 0 {
		return nil
	}
	var ahead string // "mkdir -p x && " goes in front of the variables of the call
	texts := []string{""}
	for i, p := range pieces {
		var values []string
		switch {
		case p.Name == "":
			values = []string{p.Text}
		case p.From != "":
			values = a.replaced(t, c, p)
		default:
			if v, ok := a.filled(t, c, p); ok {
				values = []string{v}
			}
		}
		var next []string
		for _, text := range texts {
			for _, v := range values {
				next = append(next, text+v)
			}
		}
		if texts = next; len(texts) == 0 {
			return nil
		}
		if rest := pieces[i+1:]; len(rest) > 0 && rest[0].Name == "command" && strings.HasSuffix(texts[0], "&& ") {
			ahead, texts = texts[0], []string{""}
		}
	}
	for i := range texts {
		texts[i] = a.seen.rewritten(c, ahead, texts[i])
	}
	return texts
}

// filled returns the value of a hole in a command: a part of the call as it
// was written, or a particular, quoted.
func (a *adviser) filled(t trouble, c *shell.Call, p rule.Piece) (string, bool) {
	value, ok := t.value(p.Name)
	if !ok {
		part, ok := a.part(c, p.Name)
		if !ok || p.Form == "" {
			return part, ok
		}
		return formed(part, p.Form)
	}
	if elsewhere(value) && !strings.Contains(a.seen.Script.Text, value) {
		return "", false
	}
	if p.Form == "target" {
		if ok = writesTo(c, value); !ok {
			return "", false
		}
		p.Form = "dir"
	}
	value, ok = formed(value, p.Form)
	if !ok || !tame(value) || strings.HasPrefix(value, "-") && indexOf(c, value) < 0 {
		return "", false
	}
	return shell.Quote(value), true
}

// writesTo reports whether a call writes its output to a file.
func writesTo(c *shell.Call, file string) bool {
	return slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool { return strings.Contains(r.Op, ">") && r.Word.Is(file) })
}

// elsewhere reports whether a path leads out of where the call was made.
func elsewhere(path string) bool {
	return strings.HasPrefix(path, "/") || strings.HasPrefix(path, "~") || strings.Contains("/"+path+"/", "/../")
}

// replaced returns the call with one word for another. When there are choices
// there are as many calls, those nearest the word first.
func (a *adviser) replaced(t trouble, c *shell.Call, p rule.Piece) []string {
	from, to := p.From, p.To
	if v, ok := t.value(p.From); ok {
		from = v
	} else if i := firstOperand(c); p.From == "first" && i >= 0 {
		from = c.Argv[i].String()
	} else if p.From == "second" && i >= 0 && i+1 < len(c.Argv) {
		from = c.Argv[i+1].String()
	}
	switch to {
	case rule.TemplateChoices:
		return a.chosen(t, c, from)
	case rule.TemplateOptions:
		return a.mended(t, c, from)
	}
	v, said := t.value(to)
	if said {
		to = v
	}
	if said && !tame(to) {
		return nil
	}
	if s, ok := a.seen.swap(c, []swap{{from, to, !said}}); ok {
		return []string{s}
	}
	return nil
}

// fewChoices is how many choices are an offer rather than a list.
const fewChoices = 12

// chosen returns the call with its wrong words replaced by the choices that
// are most like them: all at once when there are several.
func (a *adviser) chosen(t trouble, c *shell.Call, wrong string) []string {
	choices, least := t.fix.Choices, listedLike
	if v, ok := t.value(rule.TemplateChoices); ok {
		if choices = wordsOf(v); len(choices) <= fewChoices {
			least = offeredLike
		}
	}
	var all []string
	var best []swap
	for word := range strings.FieldsSeq(strings.Map(unquote, wrong)) {
		if slices.Contains(t.fix.Choices, word) {
			continue // it is right, and something else is missing
		}
		near := nearest(word, choices, least)
		switch t.fix.Class {
		case "missing-command", "python-import": // there are many more than are listed
			near = slips(word, choices)
		}
		for i, choice := range meant(c, near) {
			w := swap{from: word, to: choice}
			s, ok := a.seen.swap(c, []swap{w})
			if ok && i == 0 {
				best = append(best, w)
			}
			if ok && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	if len(best) > 1 {
		if s, ok := a.seen.swap(c, best); ok {
			return []string{s}
		}
	}
	return all
}
