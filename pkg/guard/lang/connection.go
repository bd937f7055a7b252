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
func (e *evaluator) connection(event string, c *Call) {
	switch event {
	case "connect":
		if c.Self != nil && !c.Self.sock {
			return
		}
		if !e.wire.open {
			e.wire.from = c.From
		}
		e.wire.open = true
		for _, a := range c.Args {
			words := e.Words(a)
			if len(words) > 0 && a.Shape != NumberShape && e.wire.peer.Text == "" {
				e.wire.peer = words[0]
			}
		}
	case "wire":
		e.wire.wired = true
	}
	e.wire.to = max(e.wire.to, c.To)
}

// sawProgram notes a program that is started.
func (e *evaluator) sawProgram(c *Call, words []Arg) {
	for _, k := range [...]string{"stdin", "stdout"} {
		if v, ok := c.Option(k); ok && v.sock {
			e.wire.wired = true
		}
	}
	if interactive(words) {
		e.wire.shell = true
		e.wire.to = max(e.wire.to, c.To)
	}
}

// sawText notes shell text that is run.
func (e *evaluator) sawText(c *Call, a Arg) {
	e.wire.text = e.wire.text || a.Text == "" && len(a.Holes) > 0
	line, _, _ := strings.Cut(a.Text, ";")
	var words []Arg
	for _, w := range strings.Fields(line) {
		if strings.Contains(w, "&") && strings.ContainsAny(w, "<>") {
			e.wire.wired = e.wire.wired || e.wire.open
			continue
		}
		if len(words) > 4 {
			return
		}
		words = append(words, Arg{Text: w})
	}
	e.sawProgram(c, words)
}

// interactive reports whether a command is a shell that reads what it runs
// from its standard input.
func interactive(words []Arg) bool {
	if len(words) == 0 {
		return false
	}
	name := words[0].Text[strings.LastIndexAny(words[0].Text, `/\`)+1:]
	switch name = strings.TrimSuffix(Lower(name), ".exe"); name {
	case "cmd", "powershell", "pwsh":
	default:
		if !shellWord(name) {
			return false
		}
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
func (e *evaluator) Connect(c *Call, peer Arg) {
	e.connection("connect", c)
	e.wire.peer = peer
}

// RunsInput notes that what comes in is run, as far as anyone can tell.
func (e *evaluator) RunsInput() { e.wire.text, e.wire.wired = true, true }

// Steps returns what was found. A connection to a shell, or to a loop that runs
// what comes in, is a step of its own.
func (e *evaluator) Steps() []Step {
	w := &e.wire
	if !w.open || !w.shell && !(w.wired && w.text) {
		return e.found
	}
	return append(e.found, Step{
		Effect: "listen",
		Argv:   []Arg{{Text: "shell over a connection"}, w.peer},
		From:   min(w.from, w.to), To: w.to, Note: "socket",
	})
}
