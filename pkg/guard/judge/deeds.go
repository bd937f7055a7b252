package judge

import (
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// What a complete copy lowers the loss of work to, by whose work it is and whether the
// command names it, or loses it on its way through a script. A copy is the net, and not
// the permission.
//
//	                        named                 on its way
//	the session's own       low                   low
//	of an ended session     medium                low
//	not known whose         high                  medium
//	of the user             high                  high
//	of a session that       high                  high
//	goes on

// keptRisk returns what a finding is lowered to when all that it loses is kept.
func keptRisk(f *safety.Finding, look rule.Facts) policy.Risk {
	if f.Risk <= policy.Medium {
		return f.Risk // judged so, knowing whose it is
	}
	named, lost := f.In == nil, authorsOf(f, look)
	switch {
	case lost.live, lost.user, named && lost.unknown:
		return min(f.Risk, policy.High)
	case lost.unknown, lost.ended && named:
		return policy.Medium
	}
	return policy.Low
}

// lostAuthors are whose work a finding loses, beside the session's own.
type lostAuthors struct{ live, user, ended, unknown bool }

func (l *lostAuthors) add(theirs []rule.Authored) {
	for _, a := range theirs {
		switch a.Author.Kind {
		case rule.AuthorEnded:
			l.ended = true
		case rule.AuthorOther:
			l.live = true
		case rule.AuthorUser:
			l.user = true
		}
	}
}

// authorsOf returns whose work a finding loses.
func authorsOf(f *safety.Finding, look rule.Facts) (l lostAuthors) {
	if look == nil {
		return lostAuthors{user: true}
	}
	l.add(f.Theirs)
	for _, loss := range f.Losses {
		if loss.Stash {
			l.user = l.user || loss.Theirs
			continue
		}
		a := look.Authors(rule.LossQuery{Path: loss.Path, Tracked: !loss.Deletes})
		l.add(a.Theirs)
		l.unknown = l.unknown || !a.Known || a.More
	}
	return l
}
