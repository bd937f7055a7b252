package config

// Preferences says what is done about a command that breaks a preference of the
// user's.
type Preferences uint8

// The ways.
const (
	PreferencesOff      Preferences = iota
	PreferencesNote                 // it runs, and the model is told
	PreferencesAsk                  // the user is asked
	PreferencesDenyOnce             // it is denied with the command in its place; repeated, it runs
	PreferencesRewrite              // that one runs, where it surely does the same; else as PreferencesDenyOnce
)

var preferencesNames = [...]string{"off", "note", "ask", "deny-once", "rewrite"}

func (p Preferences) String() string { return name(preferencesNames[:], int(p)) }

func parsePreferences(s string) (int, error) { return parseName(preferencesNames[:], s) }
func showPreferences(v int) string           { return Preferences(v).String() }
