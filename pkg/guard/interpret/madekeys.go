package interpret

// madeKeys are paths as text to compare, in a list while they are few.
type madeKeys struct {
	few  []string
	many map[string]bool
}

// fewKeys is how many paths are in a list.
const fewKeys = 16

func (m *madeKeys) add(key string) {
	if m.many == nil && len(m.few) < fewKeys {
		m.few = append(m.few, key)
		return
	}
	if m.many == nil {
		m.many = make(map[string]bool, 2*fewKeys)
		for _, k := range m.few {
			m.many[k] = true
		}
	}
	m.many[key] = true
}

// has reports whether a path is among them. Few are compared one by one later, anyway.
func (m *madeKeys) has(key string) bool {
	return m.many == nil && len(m.few) > 0 || m.many[key]
}

// mayBeMade reports whether the text made a path or a directory above it anywhere.
func (w *Walker) mayBeMade(p string) bool {
	if w.stems || w.madeKeys.has(p) {
		return true
	}
	for i := len(p) - 1; i > 0; i-- {
		if p[i] == '/' && w.madeKeys.has(p[:i]) {
			return true
		}
	}
	return false
}
