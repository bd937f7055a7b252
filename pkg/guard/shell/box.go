package shell

import (
	"path"
	"strings"
)

// Box is a container that was made for one call: what it changes outside of
// its mounts is gone with it.
type Box struct {
	mounts []string // directories in it that lie elsewhere and can be written to
}

// NewBox returns the container that a call makes, or nil where the call may
// reach the machine itself, or mounts what cannot be told.
func NewBox(c *Call) *Box {
	b := &Box{}
	for i := range c.Args.Flags {
		f := &c.Args.Flags[i]
		switch f.Name {
		case "--privileged", "--device", "--cap-add", "--pid", "--ipc", "--uts", "--userns", "--cgroupns", "--security-opt",
			"--volumes-from", "--env-file", "--rootfs", "--overrides", "--runtime":
			return nil
		case "-v", "--volume", "--mount":
			if f.Value == nil || !b.mount(*f.Value, f.Name == "--mount") {
				return nil
			}
		}
		if f.Option == nil && f.Name != "--" { // unknown, as its value would be
			return nil
		}
	}
	return b
}

// mount adds a mount, written SOURCE:TARGET[:OPTIONS] or as KEY=VALUE pairs. It
// reports whether it could read it.
func (b *Box) mount(v Word, pairs bool) bool {
	const hole = "\x00"
	var text strings.Builder
	for _, p := range v.Parts {
		if p.Kind == Lit {
			text.WriteString(p.Text)
		} else {
			text.WriteString(hole)
		}
	}
	target, readOnly := "", false
	if pairs {
		for field := range strings.SplitSeq(text.String(), ",") {
			switch key, value, _ := strings.Cut(field, "="); key {
			case "target", "dst", "destination":
				target = value
			case "readonly", "ro":
				readOnly = value != "false" && value != "0"
			case "type":
				readOnly = readOnly || value == "tmpfs"
			}
		}
	} else {
		part := strings.Split(text.String(), ":")
		if len(part) == 1 { // a volume of its own
			return strings.HasPrefix(part[0], "/")
		}
		target = part[1]
		readOnly = len(part) > 2 && strings.HasPrefix(part[2], "ro")
	}
	if !strings.HasPrefix(target, "/") || strings.Contains(target, hole) {
		return false
	}
	if !readOnly {
		b.mounts = append(b.mounts, path.Clean(target))
	}
	return true
}

// Discarded reports whether a path surely lies in a container that was made for
// the call, and in none of its mounts.
func (c *Call) Discarded(target Word) bool {
	if c.Box == nil {
		return false
	}
	if len(c.Box.mounts) == 0 {
		return true
	}
	p, ok := c.Cwd.Join(target).Literal()
	if !ok || c.Cwd.Else != nil || !strings.HasPrefix(p, "/") {
		return false
	}
	p = path.Clean(p)
	for _, m := range c.Box.mounts {
		if Below(p, m) || Below(m, p) || p == "/" {
			return false
		}
	}
	return true
}

// Boxed reports whether a call runs in a container that was made for it.
func (c *Call) Boxed() bool { return c.Box != nil }
