package hook

import (
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// The parts of a reply that only a caller of the neutral envelope reads. Its
// fixed strings are word for word those of its specification.

// report is a verdict in the neutral envelope.
func report(v *safety.Verdict, action policy.Action) protocol.Report {
	r := protocol.Report{Risk: v.Risk.Title(), Type: v.Type}
	for i := range v.Findings {
		f := &v.Findings[i]
		r.Warnings = append(r.Warnings, "["+f.Risk.Title()+"] "+redact.Clean(f.Message).String())
		for _, alt := range f.Instead {
			r.Alternatives = appendNew(r.Alternatives, redact.Clean(alt).String())
		}
	}
	if f := v.Riskiest(); f != nil && action != policy.Silent {
		switch {
		case f.Rule == safety.TooLong && action != policy.Block:
			r.Message = redact.Clean(f.Message).String()
		case action == policy.Block:
			r.Message = "Command blocked due to " + strings.ToUpper(v.Risk.String()) + " risk: " + redact.Clean(f.Message).String()
		default:
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

// briefReply tells what is known where a session or a task begins: the model
// what is sure, a caller of the neutral envelope what matters most.
func briefReply(b *journal.Brief) protocol.Reply {
	v := protocol.Reply{ForModel: b.ForModel, Recalled: protocol.Recommendations{Memories: b.Looked, Patterns: b.Patterns}}
	if v.ForModel != "" {
		v.Action = protocol.Warn
	}
	v.Recalled.Recommendations, v.Recalled.Failing = recommendations(b.Notes), recommendations(b.Failing)
	return v
}

func recommendations(notes []journal.Note) (list []protocol.Recommendation) {
	for _, n := range notes {
		list = append(list, protocol.Recommendation{
			ID: n.ID, Preview: redact.Clean(n.Text).Cut(journal.MaxQuoted).String(), Score: n.Score, Entries: n.Entries,
		})
	}
	return list
}

// timed adds to a reply how long it took.
func (r *run) timed(v protocol.Reply) protocol.Reply {
	v.Report.LatencyMS = float64(time.Since(r.start).Microseconds()) / 1000
	return v
}
