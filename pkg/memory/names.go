package memory

// Outcomes returns the names of all outcomes.
func Outcomes() []string { return append([]string(nil), outcomes[:]...) }

// LessonStates returns the names of all states of lessons.
func LessonStates() []string { return append([]string(nil), states[:]...) }

// LessonKinds returns all kinds of lessons.
func LessonKinds() []LessonKind { return []LessonKind{LessonCheck, LessonFix, LessonHabit} }
