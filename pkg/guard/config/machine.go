package config

import (
	"errors"
	"io/fs"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// Machine is what an administrator demands of all users of this machine.
type Machine struct {
	Dir        string       // "": there are no such settings, or users may write them
	Least      policy.Table // the mildest actions for what its rules find
	Unattended Unattended   // the mildest answer to an ask about those, when no user is there
	Acts       bool         // it sets how risks become actions: no user pauses ctxhook
	Allows     string       // the file that sets allowed_patterns: users allow nothing; "" if none does
	Broken     []Problem    // what of it could not be read

	file  string          // with its settings
	lists map[string]bool // that it sets
}

// Paused returns the end of the pause in force. There is none where the machine
// sets how risks become actions.
func (c *Config) Paused(p paths.Places, now time.Time) (until time.Time, ok bool) {
	if c.Machine.Acts {
		return time.Time{}, false
	}
	return Paused(p, now)
}

// lock lays the settings of the machine over all others: what they set holds.
// Others may only be stricter, with a key that a project may make stricter, and
// add to the lists that a project may add to.
func lock(c *Config, s *Sources) []Problem {
	dir := s.Places.Machine
	if dir == "" {
		return nil
	}
	err := paths.Protected(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	l := layer{from: FromMachine, name: dir, sources: s, loosen: always, given: map[string]bool{}}
	m := Default()
	var data []byte
	if err == nil {
		c.Machine.Dir, l.name = dir, s.Places.MachineConfig()
		if err = paths.Protected(l.name); err == nil {
			data, err = paths.ReadFile(l.name, maxFile)
		}
	}
	c.Machine.Broken = l.file(&m, data, err)
	m.settle()
	c.Machine.Least, c.Machine.Unattended = m.Table, m.Unattended
	notes := c.take(&l, &m)
	if c.Machine.Dir != "" && l.unread && c.scalars[keyOnError].value < int(OnErrorAsk) {
		// What it says of this is not known. Only root can make such a directory.
		c.scalars[keyOnError] = scalar{int(OnErrorAsk), Origin{Source: FromMachine, Name: l.name}}
	}
	return append(c.Machine.Broken, notes...)
}

// take takes over what the machine sets, and notes what of others does not count.
func (c *Config) take(l *layer, m *Config) (notes []Problem) {
	note := func(from Origin, what string, by Origin) {
		notes = append(notes, Problem{
			Origin: from, Text: what + " is ignored: " + by.String() + " sets it", Hint: "only an administrator of this machine changes it", Note: true, locked: true,
		})
	}
	c.takeActions(m, note)
	for i := range scalarKeys {
		theirs, own := m.scalars[i], c.scalars[i]
		if _, action := riskOf(i); action || i == keyLevel || theirs.origin.Source != FromMachine {
			continue
		}
		given := own.origin.Source != FromDefault
		if given && keys[i].Change == Upwards && own.value > theirs.value {
			continue
		}
		if given && own.value != theirs.value {
			note(own.origin, keys[i].Name+": "+keys[i].show(own.value), theirs.origin)
		}
		c.scalars[i] = theirs
	}
	c.Machine.file, c.Machine.lists = l.name, l.given
	if l.given["allowed_patterns"] {
		c.Machine.Allows = l.name
	}
	if c.Machine.Acts || l.given["packs"] {
		c.keepPacks(m, l.name, note)
	}
	for i := scalarKeys; i < len(keys); i++ {
		key := &keys[i]
		if !l.given[key.Name] {
			continue
		}
		if own := key.lines(c); len(own) > 0 && key.Change != Adding {
			note(own[0].Origin, key.Name, Origin{Source: FromMachine, Name: l.name})
		}
		key.lock(c, m)
	}
	return notes
}

// emptied returns where the machine sets a list that is empty.
func (m *Machine) emptied(list string) Origin {
	if !m.lists[list] {
		return Origin{}
	}
	return Origin{Source: FromMachine, Name: m.file}
}

// keepPacks drops what switches a pack off that the machine leaves on. The rules
// of the user and of a project are theirs.
func (c *Config) keepPacks(m *Config, file string, note func(Origin, string, Origin)) {
	c.Packs = slices.DeleteFunc(c.Packs, func(p Pack) bool {
		if p.On || p.Name == rulefile.UserPack || p.Name == rulefile.ProjectPack || !m.PackOn(p.Name) {
			return false
		}
		note(p.Origin, "packs: "+display.Quote(p.Name)+": off", Origin{Source: FromMachine, Name: file})
		return true
	})
}

// takeActions takes over how risks become actions: what the machine says, or the
// stricter that others ask for.
func (c *Config) takeActions(m *Config, note func(Origin, string, Origin)) {
	level, theirs := c.scalars[keyLevel], m.scalars[keyLevel]
	setsLevel, hasLevel := theirs.origin.Source == FromMachine, level.origin.Source != FromDefault
	if setsLevel && (!hasLevel || level.value <= theirs.value) {
		if hasLevel && level.value < theirs.value {
			note(level.origin, keys[keyLevel].Name+": "+showLevel(level.value), theirs.origin)
		}
		c.scalars[keyLevel] = theirs
	}
	c.Machine.Acts = setsLevel
	byLevel := policy.For(policy.Level(c.scalars[keyLevel].value))
	for r := policy.Low; r <= policy.Critical; r++ {
		i := policyKey(r)
		own, least := c.scalars[i], m.scalars[i]
		switch {
		case least.value != unset:
			c.Machine.Acts = true
		case setsLevel:
			least = scalar{int(m.Table[r]), theirs.origin}
		default:
			continue
		}
		asked := scalar{int(c.floor[r]), own.origin}
		if own.value != unset {
			asked.value = max(asked.value, own.value)
		} else if hasLevel {
			asked = scalar{max(asked.value, int(policy.For(policy.Level(level.value))[r])), level.origin}
		}
		if own.value != unset && own.value < least.value {
			note(own.origin, keys[i].Name+": "+showAction(own.value), least.origin)
		}
		if asked.value <= least.value {
			asked = least
		}
		if own.value != unset || m.scalars[i].value != unset || asked.value != int(byLevel[r]) {
			c.scalars[i] = asked
		}
	}
}

// Locks returns where the machine switches a pack on, so that its rules hold
// whatever users allow.
func (c *Config) Locks(pack string) (by Origin, ok bool) {
	for i := range c.Packs {
		if p := &c.Packs[i]; p.Name == pack && p.On && p.Origin.Source == FromMachine {
			return p.Origin, true
		}
	}
	return Origin{}, false
}

// lockPacks switches packs as the machine does. Others may switch on what it
// switches off.
func lockPacks(c, m *Config) {
	for _, p := range m.Packs {
		if p.On || !c.switchesOn(p.Name) {
			c.setPack(p)
		}
	}
}

func (c *Config) switchesOn(pack string) bool {
	return slices.ContainsFunc(c.Packs, func(p Pack) bool { return p.Name == pack && p.On })
}

// LookthroughFrom returns where lookthrough was set.
func (c *Config) LookthroughFrom() Origin { return c.scalars[keyLookthrough].origin }

// UnknownProgramsFrom returns where unknown_programs was set.
func (c *Config) UnknownProgramsFrom() Origin { return c.scalars[keyUnknown].origin }
