package config

// Rescue says when the files that a command may lose are kept.
type Rescue uint8

// The ways.
const (
	RescueOff    Rescue = iota
	RescuePrompt        // at each prompt, and when an agent writes a file
	RescueAuto          // before commands that lose files of the project, too, which then run
)

var rescueNames = [...]string{"off", "prompt", "auto"}

func (r Rescue) String() string { return name(rescueNames[:], int(r)) }

func parseRescue(s string) (int, error) { return parseName(rescueNames[:], s) }
func showRescue(v int) string           { return Rescue(v).String() }
