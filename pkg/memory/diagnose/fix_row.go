package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// rowFixes offers the fixes that a row has for an error. Where an agent may run
// the command, the advice in words is left out: the command is what it needs.
func (ff *fixFinder) rowFixes(k knownError) {
	cause := ff.sentence(k, k.fix.Cause)
	text := cause
	if advice := ff.sentence(k, k.fix.Advice); advice != "" {
		text += " " + advice
	}
	f := memory.Fix{Source: memory.SourceRule, Rule: k.fix.ID, Text: redact.Clean(text), Signature: ff.signatureOf(k)}
	offered := len(ff.fixes)
	if k.fix.Safe && cause != "" {
		f.Text = redact.Clean(cause)
	}
	if k.call >= 0 && ff.out.Script != nil && len(ff.out.Script.Text) <= maxCommand && ff.beside(k) {
		for _, command := range k.fix.Commands {
			for _, c := range ff.expand(k, command) {
				if f.Safe = k.fix.Safe; strings.TrimSpace(c) != "" {
					ff.add(f, c)
				}
			}
		}
	}
	if len(ff.fixes) == offered && k.fix.Advice != "" {
		f.Safe, f.Text = false, redact.Clean(text)
		ff.add(f, "")
	}
}

// beside reports whether a file that the commands of a row need lies where the
// call ran, or that is not known.
func (ff *fixFinder) beside(k knownError) bool {
	if len(k.fix.Beside) == 0 || ff.out.Around == nil {
		return true
	}
	dir := enteredDir(ff.out.Dir, ff.out.Script.Calls[k.call].Cwd.Path.String())
	return slices.ContainsFunc(ff.out.Around.Entries(dir), func(name string) bool { return slices.Contains(k.fix.Beside, name) })
}

// signatureOf returns the signature of the row's error among the listed ones.
func (ff *fixFinder) signatureOf(k knownError) string {
	for _, e := range ff.errs {
		if e.Rule == k.fix.ID {
			return e.Signature
		}
	}
	return ""
}

// sentence fills the holes of a sentence. Text of the output is quoted.
func (ff *fixFinder) sentence(k knownError, text string) string {
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
		value, ok := k.value(p.Name)
		if !ok && k.call >= 0 {
			value, _ = ff.callPart(&ff.out.Script.Calls[k.call], p.Name)
		}
		if value, ok = applyForm(value, p.Form); !ok || value == "" {
			value = "it"
			b.WriteString(value)
			continue
		}
		b.WriteString(quoted(value))
	}
	return b.String()
}

func (k knownError) value(name string) (string, bool) {
	for _, p := range k.captures {
		if p.name == name {
			return p.text, true
		}
	}
	return "", false
}

// expand returns the scripts that a template produces: the failed one with the
// call replaced. There are several if a capture lists choices.
func (ff *fixFinder) expand(k knownError, template string) []string {
	pieces, err := rule.ParseTemplate(template)
	if err != nil {
		return nil
	}
	c := &ff.out.Script.Calls[k.call]
	if len(c.Argv) == 0 {
		return nil
	}
	var ahead string // "mkdir -p x && " goes before the call's assignments
	texts := []string{""}
	for i, p := range pieces {
		var values []string
		switch {
		case p.Name == "":
			values = []string{p.Text}
		case p.From != "":
			values = ff.replaceWord(k, c, p)
		default:
			if v, ok := ff.fillHole(k, c, p); ok {
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
		texts[i] = ff.out.rewrite(c, ahead, texts[i])
	}
	return texts
}

// fillHole returns the value of a hole in a command: a part of the call as it
// was written, or a quoted capture.
func (ff *fixFinder) fillHole(k knownError, c *shell.Call, p rule.Piece) (string, bool) {
	value, ok := k.value(p.Name)
	if !ok {
		part, ok := ff.callPart(c, p.Name)
		if !ok || p.Form == "" {
			return part, ok
		}
		return applyForm(part, p.Form)
	}
	if elsewhere(value) && !strings.Contains(ff.out.Script.Text, value) {
		return "", false
	}
	if p.Form == "target" {
		if ok = writesTo(c, value); !ok {
			return "", false
		}
		p.Form = "dir"
	}
	value, ok = applyForm(value, p.Form)
	if !ok || !isSafeArgument(value) || strings.HasPrefix(value, "-") && indexOf(c, value) < 0 {
		return "", false
	}
	return shell.Quote(value), true
}

// writesTo reports whether a call redirects its output to a file.
func writesTo(c *shell.Call, file string) bool {
	return slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool { return strings.Contains(r.Op, ">") && r.Word.Is(file) })
}

// elsewhere reports whether a path leads out of the call's directory.
func elsewhere(path string) bool {
	return strings.HasPrefix(path, "/") || strings.HasPrefix(path, "~") || strings.Contains("/"+path+"/", "/../")
}

// replaceWord returns the call with one word replaced: one call for each
// choice, those with the most similar word first.
func (ff *fixFinder) replaceWord(k knownError, c *shell.Call, p rule.Piece) []string {
	from, to := p.From, p.To
	if v, ok := k.value(p.From); ok {
		from = v
	} else if i := firstOperand(c); p.From == "first" && i >= 0 {
		from = c.Argv[i].String()
	} else if p.From == "second" && i >= 0 && i+1 < len(c.Argv) {
		from = c.Argv[i+1].String()
	}
	switch to {
	case rule.TemplateChoices:
		return ff.nearestChoices(k, c, from)
	case rule.TemplateOptions:
		return ff.nearestOptions(k, c, from)
	}
	v, said := k.value(to)
	if said {
		to = v
	}
	if said && !isSafeArgument(to) || p.From == "branch" && !ff.mayBeBranch(c, to) {
		return nil
	}
	if s, ok := ff.out.replace(c, []replacement{{from, to, !said}}); ok {
		return []string{s}
	}
	return nil
}

// fewChoices is how many choices make an offer rather than a list.
const fewChoices = 12

// nearestChoices returns the call with its wrong words replaced by the most
// similar choices, all at once if there are several wrong words.
func (ff *fixFinder) nearestChoices(k knownError, c *shell.Call, wrong string) []string {
	choices, least := k.fix.Choices, listedLike
	if v, ok := k.value(rule.TemplateChoices); ok {
		if choices = wordsOf(v); len(choices) <= fewChoices {
			least = offeredLike
		}
	}
	var all []string
	var best []replacement
	for word := range strings.FieldsSeq(strings.Map(unquote, wrong)) {
		if slices.Contains(k.fix.Choices, word) {
			continue // the word is right; something else is missing
		}
		near := nearest(word, choices, least)
		switch k.fix.Class {
		case "missing-command", "python-import": // many more exist than the row lists
			near = typoOf(word, choices)
		}
		for i, choice := range slices.DeleteFunc(beforeReckless(c, near), func(choice string) bool { return meansOther(word, choice) }) {
			w := replacement{from: word, to: choice}
			s, ok := ff.out.replace(c, []replacement{w})
			if ok && i == 0 {
				best = append(best, w)
			}
			if ok && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	if len(best) > 1 {
		if s, ok := ff.out.replace(c, best); ok {
			return []string{s}
		}
	}
	return all
}
