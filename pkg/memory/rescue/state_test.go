package rescue

// State returns the snapshot with an id.
func (s *Store) State(id string) (state *State, err error) {
	err = s.each(func(list []batch, i int) bool {
		if list[i].id == id {
			state = fold(list, i+1)
		}
		return state == nil
	})
	if err == nil && state == nil {
		err = ErrUnknown
	}
	return state, err
}

// Len returns how many paths the snapshot holds.
func (s *State) Len() int { return len(s.entries) }
