package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// class classifies a target when its effect falls on a path of this machine.
func (r *collector) class(kind rule.EffectKind, w shell.Word) Class {
	r.path = ""
	if !fallsOnPath(kind) {
		return 0
	}
	at, cwd := r.at, r.call.Cwd
	here := r.call.IsHere(&w)
	switch {
	case here && w.Outside:
		cwd = shell.Dir{}
	case !here: // another machine has the same kinds of places, but not our project
		at = Dirs{Home: r.at.Home}
		if !strings.HasPrefix(cwd.Path.Prefix(), "/") {
			cwd = shell.Dir{}
		}
	}
	if r.what == Mounted {
		source, ok := mountSource(w)
		if !ok {
			return 0
		}
		w = source
	}
	var room [manySegments]string
	there, remote := r.remotePath(kind, w)
	if at.follow = r.follows(kind); remote || !here {
		at.links = nil
	}
	l, path := locateIn(there, cwd, at, room[:])
	c := l.classOf(there, cwd, at)
	if !remote && here && r.what != Mounted && !unsettled(path) {
		r.path = path
		if at.links != nil && l.abs && strings.Contains(w.Prefix(), "/..") {
			r.path = at.links.above(&l, w, cwd, &at)
		}
	}
	if remote {
		l = locate(w, cwd, at)
	}
	p := place{word: w, located: &l, cwd: cwd, at: at}
	c = r.inOwnProject(kind, c, &p)
	c = r.ofGuard(kind, c, &p)
	if c&TempRoot != 0 && (r.aged() || r.buildsImage()) {
		c &^= TempRoot
	}
	return r.madeByText(kind, c, w)
}

// place is where a target lies.
type place struct {
	word    shell.Word
	located *location
	cwd     shell.Dir
	at      Dirs
}

// fallsOnPath reports whether an effect can fall on a path of this machine.
func fallsOnPath(kind rule.EffectKind) bool {
	switch kind {
	case rule.Destroy, rule.Drop, rule.Publish, rule.Install, rule.Remove, rule.Service, rule.Kill, rule.User, rule.Push,
		rule.Rewrite, rule.Prune, rule.Fetch, rule.Kernel, rule.Firewall, rule.Listen:
		return false
	}
	return true
}

// inOwnProject adds what a project says of a path in it: that it is made again, or output.
func (r *collector) inOwnProject(kind rule.EffectKind, c Class, p *place) Class {
	const kept = ProjectRoot | VCS | Generated
	switch kind {
	case rule.Mode, rule.Owner, rule.Overwrite:
		if p.at.Project != "" && c&Project != 0 {
			c &^= Temp // a project may well lie in /tmp
		}
	case rule.Delete:
		if c&Project != 0 && c&kept == 0 && r.madeAgain(p.located, p.cwd, p.at) {
			c |= Made
		}
		if r.call.IsHere(&p.word) && p.located.inProject(c, p.at) && c&(kept|Made) == 0 && (p.located.belowOutput(p.at) || p.located.buildOutput() && r.besideOutput(p.cwd, p.at)) {
			c |= Output
		}
	}
	if kind == rule.Overwrite && c&ProjectRoot != 0 && r.searched(p.word) && !r.leavesOutGit() {
		c |= VCS
	}
	return c
}

// ofGuard says whether a path is one of the guard: not each one below its directories is, and
// some are reached by another name.
func (r *collector) ofGuard(kind rule.EffectKind, c Class, p *place) Class {
	if c&Guard != 0 && r.what != OtherName && r.what != Mounted && r.besideGuard(kind, p.word, p.cwd, p.at) {
		c &^= Guard
	}
	if c&Guard == 0 && r.call.IsHere(&p.word) && r.reachesGuard(kind, p.word, p.located, p.at) {
		c |= Guard
	}
	return c
}

// madeByText says whether a target is what the text made itself.
func (r *collector) madeByText(kind rule.EffectKind, c Class, w shell.Word) Class {
	switch kind {
	case rule.Overwrite:
		if c&Project != 0 && (w.Made || r.fromTemplate(w)) {
			c |= Made
		}
	case rule.Delete:
		if w.Made && c&(Root|Home|System|AboveProject|ProjectRoot) == 0 {
			c |= Made // no script makes a home directory in passing
		}
	}
	return c
}

// follows reports whether what is done to a link is done to what it leads to: only its
// name is deleted, moved or made anew.
func (r *collector) follows(kind rule.EffectKind) bool {
	switch kind {
	case rule.Delete, rule.Move, rule.Link:
		return false
	case rule.Overwrite:
		return r.call.Program != "ln" && r.call.Program != "mv"
	}
	return true
}

// remotePath drops the host of host:path, which rsync and scp write to, and reports
// whether there is one.
func (r *collector) remotePath(kind rule.EffectKind, w shell.Word) (there shell.Word, remote bool) {
	if kind != rule.Delete && kind != rule.Overwrite {
		return w, false
	}
	if i := hostEnd(r.call.Program, w); i >= 0 {
		v := shell.Word{Parts: append([]shell.Part(nil), w.Parts...), Span: w.Span}
		v.Parts[0].Text = v.Parts[0].Text[min(i+1, len(v.Parts[0].Text)):]
		return v, true
	}
	return w, false
}

// hostEnd returns where the host of host:path ends in a word, -1 when it names
// none.
func hostEnd(program string, w shell.Word) int {
	t := w.Prefix()
	host := 2 // a shorter one is a drive, unless the program talks to other machines
	if program == "scp" || program == "rsync" {
		host = 1
	}
	if i := strings.IndexByte(t, ':'); i >= host && !strings.Contains(t[:i], "/") {
		return i
	}
	return -1
}

// Elsewhere reports whether a path of a call may lie on another machine or in
// the file system of another: host:path, rsync://, a Windows drive.
func Elsewhere(program string, w shell.Word) bool {
	t := w.Prefix()
	return hostEnd(program, w) >= 0 || strings.Contains(t, "://") ||
		len(t) > 1 && t[1] == ':' || strings.HasPrefix(t, `\\`)
}
