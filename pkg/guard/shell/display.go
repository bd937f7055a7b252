package shell

import "strings"

// Display returns the name of the first of some calls, for words whose value
// is unknown.
func (s *Script) Display(from []int) string {
	for _, i := range from {
		if i < len(s.Calls) && s.Calls[i].Program != "" {
			c := &s.Calls[i]
			words := append([]string{c.Program}, c.Args.Sub...)
			switch c.Program {
			case "pgrep", "pidof": // the operand says what is meant
				for _, o := range c.Args.Operands {
					words = append(words, o.String())
				}
			}
			return strings.Join(append(words, ended(c)...), " ")
		}
	}
	return ".."
}

// ended returns the filter by which a call lists only containers that have
// ended, or images that nothing uses.
func ended(c *Call) []string {
	if c.Model == nil || c.Model.Names[0] != "docker" {
		return nil
	}
	for _, v := range c.Values("--filter") {
		switch f := v.String(); f {
		case "status=exited", "status=created", "status=dead", "dangling=true":
			return []string{f}
		}
	}
	return nil
}

// AllTemp reports whether all of some calls make a temporary path: mktemp -d
// || mktemp -d -t x.
func (s *Script) AllTemp(from []int) bool {
	for _, i := range from {
		if p := s.Calls[i].Program; p != "mktemp" && p != "gmktemp" {
			return false
		}
	}
	return len(from) > 0
}
