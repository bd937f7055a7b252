package shell

import "strings"

// Steps is what the reading and judging of one command may cost: about 40 ms
// on a machine of 2020. 64 KB of ordinary lines take mostly less than 200,000 of them,
// and up to 317,000 where each does something to be looked up. Of 676 scripts of
// well-known projects, all but one stay below 305,000, and all but five below 170,000.
const Steps = 320_000

// Work counts what the reading and judging of a script costs, in steps of about
// 100 ns. It is counted and not timed, so that a verdict never depends on how
// busy the machine is. All texts within one text share its Work.
type Work struct {
	done, limit int
	spare       int // spent on what no verdict depends on
}

// NewWork returns a Work of so many steps.
func NewWork(steps int) *Work { return &Work{limit: steps} }

// Spend counts steps and reports whether there may be more. What would be too much
// is not done, and does not count.
func (w *Work) Spend(n int) bool {
	w.done = min(w.done+n, w.limit+1)
	return w.done <= w.limit
}

// SpendOnRests is Spend for the unread rests of files. It leaves an eighth of all work for
// judging what is found there.
func (w *Work) SpendOnRests(n int) bool { return (w.done+n)*8 <= w.limit*7 && w.Spend(n) }

// Half reports whether n more steps are within half of what there may be.
func (w *Work) Half(n int) bool { return (w.done+n)*2 <= w.limit }

// Limit returns how many steps there may be.
func (w *Work) Limit() int { return w.limit }

// Extend allows an eighth more.
func (w *Work) Extend() { w.limit += w.limit / 8 }

// Look counts looking through so many bytes, and reports whether there may be more.
func (w *Work) Look(bytes int) bool { return w.Spend(bytes / BytesOfStep) }

// Done returns how many steps were counted.
func (w *Work) Done() int { return w.done + w.spare }

// Over reports whether there was more to do than there may be.
func (w *Work) Over() bool { return w.done > w.limit }

// Spare counts steps of work that no verdict depends on, and reports whether there may be
// more of it. Such work has a sixteenth of the limit to itself.
func (w *Work) Spare(n int) bool {
	most := w.limit / 16
	w.spare = min(w.spare+n, most+1)
	return w.spare <= most
}

// The steps that kinds of work cost.
const (
	stepsOfSplit   = 5  // into words, at each place
	StepsOfCall    = 8  // reading its arguments
	stepsOfVerbs   = 12 // holding the rules against it, where it may do something
	stepsOfOperand = 2
	stepsOfEffect  = 14 // of an operand or a redirection
	CodeOfStep     = 2  // bytes of a script that are parsed in a step
	BytesOfStep    = 32 // bytes of texts that are looked through in a step
	bytesOfPath    = 6  // of what an effect falls on
	CopiedInStep   = 128
	PartsOfStep    = 2
)

// maxSeparators is how many of the bytes that split words are each looked for.
const maxSeparators = 4

// Price returns what the words of a call cost: to read, and to hold the rules
// against them and what they do.
func (c *Call) Price() int {
	n := StepsOfCall + stepsOfOperand*(len(c.Argv)+len(c.Redirs)+len(c.Wrappers))
	dir := TextLength(c.Cwd.Path)
	if c.Cwd.Else != nil {
		dir += TextLength(*c.Cwd.Else)
	}
	for i := range c.Argv {
		n += c.Argv[i].price()
	}
	targets, long := len(c.Redirs), 0
	for i := range c.Redirs {
		n += c.Redirs[i].Word.price()
		long += TextLength(c.Redirs[i].Word)
	}
	if len(c.Args.Verbs) > 0 {
		targets += len(c.Args.Operands)
		for i := range c.Args.Operands {
			long += TextLength(c.Args.Operands[i])
		}
	}
	if targets > 0 || len(c.Args.Verbs) > 0 {
		n += stepsOfVerbs
	}
	return n + targets*(stepsOfEffect+dir/BytesOfStep) + dir/BytesOfStep + long/bytesOfPath
}

// price returns what it costs to read a word, which is put together again and again.
func (w *Word) price() int {
	return 2*TextLength(*w)/BytesOfStep + len(w.Parts)/PartsOfStep
}

// TextLength returns the bytes of a word's text.
func TextLength(w Word) int {
	n := 0
	for i := range w.Parts {
		n += len(w.Parts[i].Text)
	}
	return n
}

// Expanding returns what expanding a word costs, and splitting it where a byte of
// ifs stands in it. Its parts are copied, and their texts are not.
func (w Word) Expanding(ifs string) int {
	n := 1 + len(w.Parts)/PartsOfStep
	if ifs == "" {
		return n
	}
	for i := range w.Parts {
		text := w.Parts[i].Text
		n += len(text) / BytesOfStep
		if len(ifs) > maxSeparators {
			n += stepsOfSplit * len(text) // any byte may be one of them
			continue
		}
		for k := range len(ifs) {
			n += stepsOfSplit * strings.Count(text, ifs[k:k+1])
		}
	}
	return n
}

// Copying returns what it costs to read a word as one text.
func (w Word) Copying() int {
	if len(w.Parts) < 2 {
		return 0
	}
	return TextLength(w) / CopiedInStep
}
