package journal

import (
	"os"
	"time"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// toldAge is how long it is remembered what a session was told or denied.
const toldAge = 24 * time.Hour

// ToldBefore reports whether the model of this call was told or denied something
// before in its session, such as a command that it repeats; a subagent has heard
// nothing of what others were told. If not, it records that it is told now, and
// noted reports whether that succeeded: what cannot be recorded was never told,
// so a denied command stays denied.
func (j *Journal) ToldBefore(what string) (before, noted bool) { return j.toldBefore(j.forModel(what)) }

// wasTold reports whether the model of this call was told something before, and
// records nothing.
func (j *Journal) wasTold(what string) bool {
	info, err := os.Lstat(toldFile(&j.Judge.Places, j.Call.Session, j.forModel(what)))
	return err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) < toldAge
}

// forModel returns what is told to the model of this call, and to no other of the
// session: nor to itself once the session was compacted, since nothing is left of it.
func (j *Journal) forModel(what string) string {
	if agent := j.Call.Subagent; agent != "" {
		return agent + "\x00" + what
	}
	if at := compacted(&j.Judge.Places, j.Call.Session); !at.IsZero() {
		return at.Format(time.RFC3339Nano) + "\x00" + what
	}
	return what
}

// compaction is noted as what a session was told is.
const compaction = "compaction"

// noteCompaction records that the session of the call was compacted now.
func (j *Journal) noteCompaction() {
	if path := toldFile(&j.Judge.Places, j.Call.Session, compaction); path != "" {
		os.Remove(path)
		j.note("told", paths.Mark(path))
	}
}

// compacted returns when a session was compacted last.
func compacted(p *paths.Places, session string) (at time.Time) {
	if info, err := os.Lstat(toldFile(p, session, compaction)); err == nil {
		at = info.ModTime()
	}
	return at
}

// ToldUserBefore reports whether the user was told something in this session
// before, and records that they are told now, if that succeeds.
func (j *Journal) ToldUserBefore(what string) (before, noted bool) { return j.toldBefore(what) }

// toldBefore keeps an empty file for what was told in a session, named by a
// hash.
func (j *Journal) toldBefore(what string) (before, noted bool) {
	path := toldFile(&j.Judge.Places, j.Call.Session, what)
	if path == "" {
		return false, false
	}
	return mark(path, toldAge)
}

// toldFile names that file, "" where none can be kept.
func toldFile(p *paths.Places, session, what string) string {
	dir := p.OnceDir()
	if dir == "" || session == "" {
		return ""
	}
	return recordFile(dir, session, what)
}
