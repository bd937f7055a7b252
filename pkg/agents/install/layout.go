package install

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// layout reads and writes settings in the form that an agent lists hooks in.
type layout protocol.Layout

// claudeLayout is that of Claude Code.
var claudeLayout = layout{Under: []string{"hooks"}, Typed: true, Line: "command", Wait: "timeout", Direct: true}

// head returns what a new file begins with.
func (l *layout) head() members {
	if l.Versioned {
		return members{{"version", 1}}
	}
	return nil
}

// events returns the object with the events, or nil.
func (d *document) events() *node {
	n := &d.root
	for _, key := range d.as.Under {
		if n = n.child(key); n == nil {
			return nil
		}
	}
	return n
}

// blank reports whether a document has nothing but what a new one begins with.
func (d *document) blank() bool {
	for i := range d.root.kids {
		if !slices.ContainsFunc(d.as.head(), func(m member) bool { return m.key == d.root.kids[i].key }) {
			return false
		}
	}
	return d.root.kind == object
}

// entry returns what a new entry adds to the list of its event.
func (l *layout) entry(h Hook, program string) any {
	if l.Flat {
		return l.handler(h, program)
	}
	group := members{}
	if h.Matcher != "" {
		group = append(group, member{"matcher", h.Matcher})
	}
	return append(group, member{"hooks", list{l.handler(h, program)}})
}

// handler returns the part of a new entry that says what is called.
func (l *layout) handler(h Hook, program string) members {
	var m members
	if l.Typed {
		m = append(m, member{"type", "command"})
	}
	if l.Flat && h.Matcher != "" {
		m = append(m, member{"matcher", h.Matcher})
	}
	if l.Direct {
		m = append(m, member{l.Line, program}, member{"args", words{h.Command}})
	} else {
		m = append(m, member{l.Line, h.line(program)})
	}
	if l.Wait != "" {
		wait := h.Timeout
		if l.Millis {
			wait *= 1000
		}
		m = append(m, member{l.Wait, wait})
	}
	if h.Closed {
		m = append(m, member{onFailure, "block"})
	}
	return m
}

// quoteProgram quotes the path of a program for a shell. A path of Windows is written
// so that cmd.exe and a POSIX shell read it alike.
func quoteProgram(program string) string {
	if strings.Contains(program, `\`) && !strings.ContainsAny(program, "\"$`") {
		return `"` + program + `"`
	}
	return shell.Quote(program)
}

// line returns the line by which a shell calls a hook.
func (h Hook) line(program string) string {
	quoted := quoteProgram(program)
	call := quoted + " " + h.Command
	if h.Agent != "" {
		call += " --agent " + h.Agent
	}
	if h.Missing == nil {
		return call
	}
	missing := "exit 0"
	if *h.Missing != "" {
		missing = "{ echo " + shell.Quote(*h.Missing) + "; exit 0; }"
	}
	// From 126 on it did not start, or a signal ended it: the next one would end so, too.
	return "command -v " + quoted + " >/dev/null 2>&1 || " + missing + "; " + call + "; s=$?; [ $s -lt 126 ] || " + missing + "; exit $s"
}
