package config

// Rescue says when the files that a command may lose are kept.
type Rescue uint8

// The ways.
const (
	RescueOff    Rescue = iota
	RescuePrompt        // at each prompt, and when an agent writes a file
	RescueLoss          // before commands that are found to lose files of the project, too
	RescueAuto          // before every command that may write, too
)

var rescueNames = [...]string{"off", "prompt", "loss", "auto"}

func (r Rescue) String() string { return name(rescueNames[:], int(r)) }

func parseRescue(s string) (int, error) { return parseName(rescueNames[:], s) }
func showRescue(v int) string           { return Rescue(v).String() }
