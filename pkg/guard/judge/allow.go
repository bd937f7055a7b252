package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Verdict judges a command. facts may be nil: then nothing is known of this
// machine. What the user allowed counts, and is not used up: Verdict.Allowed
// names the entries.
func (j *Judge) Verdict(command string, facts rule.Facts) safety.Verdict {
	return j.allowing(command, func(e *safety.Engine) safety.Verdict { return e.Judge(command, j.At, facts) })
}

// allowing judges with what the user allowed of a command.
func (j *Judge) allowing(command string, judge func(*safety.Engine) safety.Verdict) safety.Verdict {
	engine := j.Engine
	j.matcher.Begin()
	v := judge(&engine)
	if v.Action == policy.Silent {
		return j.held(v, judge) // as nearly always: the entries are not even read
	}
	if allows := j.covering(command, v.Script); len(allows) > 0 {
		engine.Allowed = append(allows, engine.Allowed...)
		j.matcher.Begin()
		v = judge(&engine)
	}
	return j.held(v, judge)
}

// covering are the user's entries that speak of a command in this project,
// those that hold once behind the others. There are none where the machine says
// what is allowed. script is the command as it was read; nil: it was not.
func (j *Judge) covering(command string, script *shell.Script) []safety.Allow {
	if !j.allowsRead && j.Config.Machine.Allows == "" {
		j.allowsRead = true
		entries, problems := config.AllowEntries(j.Places, time.Now())
		for _, p := range problems {
			j.Problems = append(j.Problems, p)
		}
		j.allows = entries
	}
	if len(j.allows) == 0 {
		return nil
	}
	files := FilesHash(script)
	var list []safety.Allow
	for _, once := range [...]bool{false, true} {
		for i := range j.allows {
			if a := &j.allows[i]; a.Once == once && a.Covers(command, j.Project, files) {
				list = append(list, safety.Allow{ID: a.ID, Rule: a.Rule})
			}
		}
	}
	return list
}

// FilesHash identifies the files of this machine that a command runs, and the settings that
// these read, by their paths and content. It is "" where it runs none.
func FilesHash(s *shell.Script) string {
	if s == nil || len(s.Files) == 0 {
		return ""
	}
	parts := make([]string, len(s.Files))
	for i, f := range s.Files {
		parts[i] = f.Path + "\x00" + f.Unread.String() + "\x00" + f.Text
	}
	slices.Sort(parts)
	h := sha256.New()
	for _, part := range slices.Compact(parts) {
		fmt.Fprintf(h, "%d\n%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Use uses up those entries of a verdict that hold once. When several commands
// run at the same time, one wins an entry; for the others it is gone, and the
// command must be judged anew.
func (j *Judge) Use(v *safety.Verdict) (won bool) { return j.use(v.Allowed) }

// Allows reports whether the user allows a command against the one rule named,
// which no finding of the engine is about, and uses up an entry that holds
// once.
func (j *Judge) Allows(command, rule string) bool {
	for _, a := range j.covering(command, nil) {
		if a.Rule == "" || a.Rule == rule {
			return j.use([]string{a.ID})
		}
	}
	return false
}

func (j *Judge) use(ids []string) (won bool) {
	for _, id := range ids {
		i := slices.IndexFunc(j.allows, func(a config.Allow) bool { return a.ID == id })
		if i < 0 || !j.allows[i].Once {
			continue
		}
		j.allows = slices.Delete(j.allows, i, i+1)
		if !config.ConsumeOnce(j.Places, id) {
			return false
		}
	}
	return true
}
