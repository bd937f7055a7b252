package shell

import (
	"path"
	"strings"
)

// Box is what is known of the container that a call runs in: which of its directories lie
// elsewhere, and whether the rest of it is gone with the call.
type Box struct {
	mounts []mount
	sealed bool // it was made for the call, and reaches nothing but its mounts
	here   bool // this machine runs it
}

// mount is a directory of a container that lies elsewhere.
type mount struct {
	at       string // in the container
	source   Word   // the directory of the machine; empty: a volume, or what cannot be told
	readOnly bool   // or gone with the container
}

// NewBox returns the container that a call makes, or with fresh false starts something in.
// Directories of the machine that it mounts are told from dir.
func NewBox(c *Call, dir Word, fresh, here bool) *Box {
	b := &Box{sealed: fresh, here: here}
	for i := range c.Args.Flags {
		f := &c.Args.Flags[i]
		switch f.Name {
		case "--privileged", "--device", "--cap-add", "--pid", "--ipc", "--uts", "--userns", "--cgroupns", "--security-opt",
			"--volumes-from", "--env-file", "--rootfs", "--overrides", "--runtime":
			b.sealed = false
		case "-v", "--volume", "--mount":
			if f.Value == nil || !b.mount(*f.Value, dir, f.Name == "--mount") {
				b.sealed = false
			}
		}
		if f.Option == nil && f.Name != "--" { // unknown, as its value would be
			b.sealed = false
		}
	}
	return b
}

// mount adds a mount, written SOURCE:TARGET[:OPTIONS] or as KEY=VALUE pairs. It
// reports whether it could read it.
func (b *Box) mount(v, dir Word, pairs bool) bool {
	m, bind := mount{}, true
	var source, target Word
	if pairs {
		bind = false
		for _, field := range splitWord(v, ',') {
			key, value, has := strings.Cut(field.Head(), "=")
			rest := field.Cut(min(len(key)+1, len(field.Head())))
			switch key {
			case "source", "src":
				source = rest
			case "target", "dst", "destination":
				target = rest
			case "readonly", "ro":
				m.readOnly = m.readOnly || !has || value != "false" && value != "0"
			case "type":
				m.readOnly, bind = m.readOnly || value == "tmpfs", value == "bind"
			}
		}
	} else {
		part := splitWord(v, ':')
		if len(part) == 1 { // a volume of its own
			return strings.HasPrefix(part[0].Head(), "/")
		}
		source, target = part[0], part[1]
		m.readOnly = len(part) > 2 && strings.HasPrefix(part[2].Head(), "ro")
	}
	at, ok := target.Literal()
	if !ok || !strings.HasPrefix(at, "/") {
		return false
	}
	m.at = path.Clean(at)
	if bind {
		m.source = boundFrom(source, dir)
	}
	b.mounts = append(b.mounts, m)
	return true
}

// boundFrom returns the directory of the machine that a container mounts; empty for a volume.
func boundFrom(source, dir Word) Word {
	switch head := source.Head(); {
	case len(source.Parts) == 0:
		return Word{}
	case strings.HasPrefix(head, "/"):
	case head == "." || head == ".." || strings.HasPrefix(head, "./") || strings.HasPrefix(head, "../"):
		if source = JoinPath(dir, source); len(source.Parts) == 1 && source.Parts[0].Kind == Lit {
			source = LitWord(path.Clean(source.Parts[0].Text))
		}
	case source.Parts[0].Kind != Unknown:
		return Word{}
	}
	out := source.Clone()
	for i := range out.Parts {
		if out.Parts[i].Kind == Unknown {
			out.Parts[i].Set = true // nothing is mounted from nowhere
		}
	}
	return out
}

// splitWord splits a word at a character of its literal text.
func splitWord(v Word, at byte) []Word {
	out := []Word{{Span: v.Span}}
	for _, p := range v.Parts {
		if p.Kind != Lit {
			out[len(out)-1].Add(p)
			continue
		}
		for k, text := range strings.Split(p.Text, string(at)) {
			if k > 0 {
				out = append(out, Word{Span: v.Span})
			}
			if text != "" {
				part := p
				part.Text = text
				out[len(out)-1].Add(part)
			}
		}
	}
	return out
}

// inDir reports whether a path of a container is a directory, which may be the root, or below it.
func inDir(p, dir string) bool { return dir == "/" || Below(p, dir) }

// mounted returns the mount in which a path lies; nil for none.
func (b *Box) mounted(p string) (in *mount) {
	for i := range b.mounts {
		if m := &b.mounts[i]; inDir(p, m.at) && (in == nil || len(m.at) >= len(in.at)) {
			in = m
		}
	}
	return in
}

// holdsMount reports whether something is mounted below a path that can be written to.
func (b *Box) holdsMount(p string) bool {
	for i := range b.mounts {
		if m := &b.mounts[i]; !m.readOnly && inDir(m.at, p) {
			return true
		}
	}
	return false
}

// Discarded reports whether a path surely lies in a container that was made for
// the call, and in none of its mounts.
func (c *Call) Discarded(target Word) bool {
	if c.Box == nil || !c.Box.sealed || target.Outside {
		return false
	}
	if !c.Box.holdsMount("/") {
		return true
	}
	p, ok := c.Cwd.Join(target).Literal()
	if !ok || c.Cwd.Else != nil || !strings.HasPrefix(p, "/") {
		return false
	}
	p = path.Clean(p)
	if m := c.Box.mounted(p); m != nil && !m.readOnly {
		return false
	}
	return !c.Box.holdsMount(p)
}

// Outside returns where the paths of a container lie on the machine that a word names:
// /w/bin is ./bin with -v .:/w. Of a directory that holds mounts these are the sources of
// those. Without any it returns the word as it is.
func (c *Call) Outside(target Word, writes bool) []Word {
	if c.Box == nil || len(c.Box.mounts) == 0 || target.Outside || len(target.Parts) == 0 || c.Cwd.Else != nil {
		return []Word{target}
	}
	full := c.Cwd.Join(target)
	head := full.Head()
	whole := len(full.Parts) == 1
	if full.Parts[0].Kind != Lit || !strings.HasPrefix(head, "/") || !whole && strings.Contains(head, "/..") {
		return []Word{target}
	}
	p := path.Clean(head)
	if m := c.Box.mounted(p); m != nil {
		rest := strings.TrimPrefix(p[len(strings.TrimSuffix(m.at, "/")):], "/")
		if !whole && strings.HasSuffix(head, "/") && rest != "" {
			rest += "/"
		}
		if len(m.source.Parts) == 0 || m.readOnly && writes || !whole && rest == "" && !strings.HasSuffix(head, "/") {
			return []Word{target}
		}
		tail := Word{Parts: append([]Part{{Kind: Lit, Text: rest}}, full.Parts[1:]...)}
		if rest == "" {
			tail.Parts = tail.Parts[1:]
		}
		return []Word{c.Box.outside(m, tail, target)}
	}
	var out []Word
	for i := range c.Box.mounts {
		m := &c.Box.mounts[i]
		switch {
		case !whole || !inDir(m.at, p):
		case len(m.source.Parts) == 0 || m.readOnly && writes:
			return []Word{target}
		default:
			out = append(out, c.Box.outside(m, Word{}, target))
		}
	}
	if len(out) == 0 || !c.Box.sealed {
		return append(out, target)
	}
	return out
}

// outside returns the word for what lies in a mount.
func (b *Box) outside(m *mount, tail, of Word) Word {
	out := m.source.Clone()
	if len(tail.Parts) > 0 {
		out = JoinPath(out, tail)
		if len(out.Parts) > 0 && out.Parts[0].Kind == Lit {
			out.Parts[0].Text = strings.Replace(out.Parts[0].Text, "//", "/", 1)
		}
	}
	out.Span, out.Made, out.Outside = of.Span, of.Made, true
	return out
}

// Boxed reports whether a call runs in a container that was made for it.
func (c *Call) Boxed() bool { return c.Box != nil && c.Box.sealed }

// IsHere reports whether a path of a call surely lies on this machine: the call runs here,
// or in a container here that mounts the directory.
func (c *Call) IsHere(w *Word) bool {
	return c.Where == "" || w != nil && w.Outside && c.Box != nil && c.Box.here
}
