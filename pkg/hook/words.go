package hook

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/safety"
)

// words puts a verdict into words: what would happen, why that is bad, what
// is at stake on this machine, and one thing to do instead. The model and the
// person are told separately, because only the person is told how to let the
// command through. What the command contained is redacted first.
func words(v *safety.Verdict, action policy.Action, id string) (model, person string) {
	f := riskiest(v)
	if f == nil || action == policy.Silent {
		return "", ""
	}
	mark := f.Rule
	if n := len(rest(v, f)); n > 0 {
		mark += " and " + strconv.Itoa(n) + " more"
	}
	if id != "" {
		mark += ", " + id
	}
	mark = "(" + mark + "):"
	marked := "(" + f.Risk.String() + ", " + mark[1:]
	what := sentence(f.Message)
	why := join(sentence(f.Why), stake(f))

	switch action {
	case policy.Block:
		model = join("ctxhook blocked this", mark, what, why, instead(f, "Instead"), "If the user still wants it, they can run it themselves.")
		person = join("ctxhook blocked a command", marked, what, letThrough(f, id))
	case policy.Ask:
		model = join("ctxhook", mark, what, why, instead(f, "Instead"))
		person = join("ctxhook", marked, what, why, instead(f, "Instead"))
	default:
		// The model reads it when the command has run.
		model = join("ctxhook warns", mark, what, why, instead(f, "Better"))
		person = join("ctxhook warns", marked, what)
	}
	return redact.Clean(model).String(), redact.Clean(person).String()
}

// letThrough says what the person may type: about this one decision, or
// about its rule when the decision could not be recorded.
func letThrough(f *safety.Finding, id string) string {
	if id == "" {
		id = f.Rule
	}
	return "To let it through once, type: ctxhook allow " + id + " --once"
}

// riskiest returns the finding a verdict is about: of equals, the first.
func riskiest(v *safety.Verdict) *safety.Finding {
	var top *safety.Finding
	for i := range v.Findings {
		if f := &v.Findings[i]; top == nil || f.Risk > top.Risk {
			top = f
		}
	}
	return top
}

// rest returns the ids of the other rules that fired, once each.
func rest(v *safety.Verdict, top *safety.Finding) []string {
	var ids []string
	for i := range v.Findings {
		if id := v.Findings[i].Rule; id != top.Rule && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// stake says what was seen on this machine.
func stake(f *safety.Finding) string {
	s := sentence(strings.Join(f.Facts, "; "))
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// runAgain tells a model that a command was stopped to make it think, where
// the user chose that with "unattended: once".
const runAgain = "Nobody is there to ask: if the task needs exactly this, run it again."

// instead offers one thing to do: a command when there is one.
func instead(f *safety.Finding, lead string) string {
	switch {
	case len(f.Instead) > 0:
		return lead + ": `" + f.Instead[0] + "`."
	case f.Mitigation != "":
		return sentence(f.Mitigation)
	}
	return ""
}

// sentence makes a text one line that begins and ends as a sentence does.
func sentence(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return ""
	}
	if last := s[len(s)-1]; strings.IndexByte(".!?:", last) < 0 {
		s += "."
	}
	return s
}

// join makes one text of several, without those that are empty.
func join(parts ...string) string {
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, " ")
}

// report is a verdict for callers of the neutral envelope.
func report(v *safety.Verdict, action policy.Action) protocol.Report {
	r := protocol.Report{Risk: v.Risk.Title(), Type: v.Type}
	for i := range v.Findings {
		f := &v.Findings[i]
		r.Warnings = append(r.Warnings, "["+f.Risk.Title()+"] "+redact.Clean(f.Message).String())
		for _, alt := range f.Instead {
			r.Alternatives = appendNew(r.Alternatives, redact.Clean(alt).String())
		}
	}
	if f := riskiest(v); f != nil && action != policy.Silent {
		if action == policy.Block {
			r.Message = "Command blocked due to " + strings.ToUpper(v.Risk.String()) + " risk: " + redact.Clean(f.Message).String()
		} else {
			r.Message = v.Risk.Title() + " risk detected for " + v.Type + " command"
		}
		if v.Risk >= policy.Medium && len(r.Alternatives) > 0 {
			r.Message += ". Consider: " + strings.Join(r.Alternatives, " or ")
		}
	}
	return r
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
