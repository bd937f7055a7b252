package install

import (
	"os/exec"
)

// The setting of Claude Code that names the program of its status line, and our
// command for it.
const (
	statusLineKey = "statusLine"
	statusLineSub = "statusline"
)

// statusLine returns the command of the status line, and the program in it if that is
// ours.
func (d *document) statusLine() (command, program string) {
	line := d.root.child(statusLineKey)
	if line == nil {
		return "", ""
	}
	command, _ = d.str(line.child("command"))
	if words := callIn(command); len(words) > 1 && words[1] == statusLineSub {
		program = words[0]
	}
	return command, program
}

// isRegistered reports whether anything in settings is ours.
func (d *document) isRegistered() bool {
	_, program := d.statusLine()
	return program != "" || len(d.entries()) > 0
}

// withStatusLine returns settings with our status line. One of another program stays;
// it is returned.
func withStatusLine(data []byte, program string) (_ []byte, other string, err error) {
	d, err := parse(data)
	if err != nil {
		return nil, "", err
	}
	value := members{{"type", "command"}, {"command", quoteProgram(program) + " " + statusLineSub}}
	switch command, ours := d.statusLine(); {
	case ours == program:
		return data, "", nil
	case ours == "" && d.root.child(statusLineKey) != nil:
		return data, command, nil
	}
	return d.set(&d.root, statusLineKey, value), "", nil
}

// withoutStatusLine returns settings without our status line, and whether there was
// one. old is what init found.
func (d *document) withoutStatusLine(old *document) ([]byte, bool) {
	if _, program := d.statusLine(); program == "" {
		return nil, false
	}
	i, _ := d.root.member(statusLineKey)
	inner := ""
	if old != nil {
		inner, _ = old.inner(&old.root)
	}
	return d.removed(&d.root, i, inner), true
}

// statusLines reports where our status line is shown.
func (d *Doctor) statusLines() {
	const name = "status line"
	for _, f := range d.files {
		_, program := f.doc.statusLine()
		if program == "" {
			continue
		}
		if _, err := exec.LookPath(program); err != nil {
			d.add(name, Warn, d.again(f.scope)+" --"+statusLineSub, "%s settings start %s, which cannot be started", f.scope, program)
			continue
		}
		d.add(name, OK, "", "%s settings show that of ctxhook", f.scope)
	}
}
