package lang

import "strings"

// wire holds what a text does with connections. A connection and an interactive
// shell in one text is a reverse shell or a bind shell.
type wire struct {
	open  bool // a connection is made
	from  int
	to    int
	peer  Arg
	wired bool // a connection becomes standard input or output
	shell bool // a shell that reads its standard input is started
	text  bool // shell text of which nothing is known is run
}

// connection notes an event of a connection: connect, wire.
func (r *Reader) connection(event string, c *Call) {
	switch event {
	case "connect":
		if c.Self != nil && !c.Self.sock {
			return
		}
		if !r.wire.open {
			r.wire.from = c.From
		}
		r.wire.open = true
		for _, a := range c.Args {
			words := r.Words(a)
			if len(words) > 0 && a.Shape != NumberShape && r.wire.peer.Text == "" {
				r.wire.peer = words[0]
			}
		}
	case "wire":
		r.wire.wired = true
	}
	r.wire.to = max(r.wire.to, c.To)
}

// sawProgram notes a program that is started.
func (r *Reader) sawProgram(c *Call, words []Arg) {
	for _, k := range [...]string{"stdin", "stdout"} {
		if v, ok := c.Option(k); ok && v.sock {
			r.wire.wired = true
		}
	}
	if interactive(words) {
		r.wire.shell = true
		r.wire.to = max(r.wire.to, c.To)
	}
}

// sawText notes shell text that is run.
func (r *Reader) sawText(c *Call, a Arg) {
	r.wire.text = r.wire.text || a.Text == "" && len(a.Holes) > 0
	line, _, _ := strings.Cut(a.Text, ";")
	var words []Arg
	for _, w := range strings.Fields(line) {
		if strings.Contains(w, "&") && strings.ContainsAny(w, "<>") {
			r.wire.wired = r.wire.wired || r.wire.open
			continue
		}
		if len(words) > 4 {
			return
		}
		words = append(words, Arg{Text: w})
	}
	r.sawProgram(c, words)
}

// interactive reports whether a command is a shell that reads what it runs
// from its standard input.
func interactive(words []Arg) bool {
	if len(words) == 0 {
		return false
	}
	name := words[0].Text[strings.LastIndexAny(words[0].Text, `/\`)+1:]
	switch strings.TrimSuffix(Lower(name), ".exe") {
	case "sh", "bash", "zsh", "dash", "ksh", "ash", "csh", "tcsh", "fish", "cmd", "powershell", "pwsh":
	default:
		return false
	}
	for _, w := range words[1:] {
		if w.Text == "" && len(w.Holes) == 0 { // the NULL at the end of C's list
			continue
		}
		if !strings.HasPrefix(w.Text, "-") && w.Text != "sh" && w.Text != "bash" && w.Text != "zsh" || strings.HasPrefix(w.Text, "-c") {
			return false
		}
	}
	return true
}

// Connect notes a connection to a peer, made by the call c.
func (r *Reader) Connect(c *Call, peer Arg) {
	r.connection("connect", c)
	r.wire.peer = peer
}

// RunsInput notes that what comes in is run, as far as anyone can tell.
func (r *Reader) RunsInput() { r.wire.text, r.wire.wired = true, true }

// Steps returns what was found. A connection to a shell, or to a loop that runs
// what comes in, is a step of its own.
func (r *Reader) Steps() []Step {
	w := &r.wire
	if !w.open || !w.shell && !(w.wired && w.text) {
		return r.found
	}
	return append(r.found, Step{
		Effect: "listen",
		Argv:   []Arg{{Text: "shell over a connection"}, w.peer},
		From:   min(w.from, w.to), To: w.to, Note: "socket",
	})
}
