// Package unread has the one type for what could not be judged: the reason. Whoever reads
// text, files or payloads names it; safety alone weighs it.
package unread

// Reason is why something was not read, or not to its end.
type Reason uint8

// The reasons. The last two leave nothing that could be judged.
const (
	No     Reason = iota // all of it was read
	Broken               // not read as a whole, but piece by piece: an error in it, or in its reader
	Deep                 // nesting or recursion past the bound
	Long                 // text or work past the bound
	Many                 // one of more files than are read
	Late                 // the time was over
	Cut                  // its sender gave only a part, or more than is taken
	Failed               // an error of ctxhook itself
	Closed               // a file that is no text, or not one that may be opened
	Absent               // a file that is not there
)

// Part is something that was left unread.
type Part struct {
	Reason Reason
	Say    string // the same in words, with what is known beside the reason; "": as the reason says it
}

// String returns the part as it is shown; "" if all was read.
func (p Part) String() string {
	if p.Say != "" {
		return p.Say
	}
	return p.Reason.String()
}

// words says of each reason why a file could not be read.
var words = [...]string{
	No: "", Broken: "it cannot be parsed", Deep: "it is nested too deeply", Long: "file too large",
	Many: "the command runs too many files", Late: "the time was over", Cut: "only a part of it was sent",
	Failed: "an error of ctxhook left it unread", Closed: "it cannot be opened", Absent: "no such file",
}

// String returns the reason as it is shown; "" if all was read.
func (r Reason) String() string { return words[r] }

// The words by which rules name what is unread.
const (
	Unparsable = "unparsable"
	TooDeep    = "too-deep"
	TooLarge   = "too-large"
)

// Problem returns the word by which rules weigh a text that was left unread: one that was
// read piece by piece is told, of others the user is asked. It is "" where there is nothing
// to weigh.
func (r Reason) Problem() string {
	switch r {
	case Broken:
		return Unparsable
	case Deep:
		return TooDeep
	case Long, Many, Late, Cut, Failed:
		return TooLarge
	}
	return ""
}
