package shell

import "strings"

// Redir is a redirection of a call.
type Redir struct {
	Op   string // ">", ">>", "<", ">|", "<>", "&>", "&>>", "<<<", "<<"
	Fd   string // "" is the default of Op
	Word Word   // the target; for "<<" and "<<<" the text
}

// BothWays is the Op of a redirection that stands for two: standard input
// and output are the same descriptor, as on a connection.
const BothWays = "<>&"

// Writes reports whether one of some redirections takes output.
func Writes(redirs []Redir) bool {
	for _, r := range redirs {
		if strings.HasPrefix(r.Op, ">") || strings.HasPrefix(r.Op, "&>") {
			return true
		}
	}
	return false
}

// IsConnection reports whether a path is what bash opens a connection for.
func IsConnection(w Word) bool {
	t := w.Prefix()
	return strings.HasPrefix(t, "/dev/tcp/") || strings.HasPrefix(t, "/dev/udp/")
}

// Connected reports whether one of some calls opens a connection or reads from
// one.
func (s *Script) Connected(calls []int) bool {
	for _, i := range calls {
		if i >= len(s.Calls) {
			continue
		}
		c := &s.Calls[i]
		if c.Stdin.Kind == SourceFile && IsConnection(c.Stdin.Text) {
			return true
		}
		for _, d := range c.Redirs {
			if IsConnection(d.Word) {
				return true
			}
		}
	}
	return false
}
