package config

import "strings"

// Line is one value with its origin, as ctxhook config lists it.
type Line struct {
	Key    *Key
	Value  string
	Origin Origin
	By     string // the other key that the value in force comes from; "" none
}

// Lines returns every value in the order of the table: one line for a key
// with one value, one for each item of a list.
func (c *Config) Lines() []Line {
	var lines []Line
	for i := range keys {
		key := &keys[i]
		if i < scalarKeys {
			l := Line{Key: key, Value: key.show(c.scalars[i].value), Origin: c.scalars[i].origin}
			// An action that no key gives, or that a project demands to be
			// stricter, comes from the safety level.
			if r, ok := riskOf(i); ok && c.scalars[i].value != int(c.Table[r]) {
				l.Value, l.Origin, l.By = c.Table[r].String(), c.scalars[keyLevel].origin, keys[keyLevel].Name
			}
			lines = append(lines, l)
			continue
		}
		many := key.lines(c)
		for j := range many {
			many[j].Key = key
		}
		if len(many) == 0 {
			many = []Line{{Key: key, Value: key.Default, Origin: c.Machine.emptied(key.Name)}}
		}
		lines = append(lines, many...)
	}
	return lines
}

func blockedLines(c *Config) []Line { return patternLines(c.Blocked) }
func allowedLines(c *Config) []Line { return patternLines(c.Allowed) }

func patternLines(patterns []Pattern) []Line {
	lines := make([]Line, len(patterns))
	for i, p := range patterns {
		lines[i] = Line{Value: p.String(), Origin: p.Origin}
	}
	return lines
}

func packLines(c *Config) []Line {
	lines := make([]Line, len(c.Packs))
	for i, p := range c.Packs {
		state := "off"
		if p.On {
			state = "on"
		}
		lines[i] = Line{Value: p.Name + ": " + state, Origin: p.Origin}
	}
	return lines
}

func typeLines(c *Config) []Line {
	lines := make([]Line, len(c.Types))
	for i, t := range c.Types {
		lines[i] = Line{Value: t.Name + ": " + strings.Join(t.Programs, ", "), Origin: t.Origin}
	}
	return lines
}

func wrapperLines(c *Config) []Line {
	lines := make([]Line, len(c.Wrappers))
	for i, w := range c.Wrappers {
		lines[i] = Line{Value: strings.Join(w.Names, ", "), Origin: w.Origin}
	}
	return lines
}
