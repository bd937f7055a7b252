package rescue

import (
	"errors"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// ForgetWords takes from the snapshots the commands before which they were taken, where
// these are forgotten. What the snapshots hold stays, and comes back as before: to forget
// what was done must not lose a file.
func (s *Store) ForgetWords(forgotten func(m *Moment) bool) error {
	return s.locked(nil, func() error {
		names, err := s.chainFiles()
		if err != nil {
			return err
		}
		var failed error
		for _, name := range names {
			c, err := s.readChain(name)
			if err != nil {
				failed = errors.Join(failed, err)
				continue
			}
			wordless := make(map[string]bool)
			for i := range c.list {
				if m := c.list[i].moment(); m.Command.Len() > 0 && forgotten(&m) {
					wordless[m.ID] = true
				}
			}
			if len(wordless) > 0 {
				failed = errors.Join(failed, s.rewriteAs(c, func(now *State) bool {
					if wordless[now.ID] {
						now.Command = redact.Text{}
					}
					return true
				}))
			}
		}
		return failed
	})
}
