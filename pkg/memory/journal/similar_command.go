package journal

import (
	"math"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/recall"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// How many commands of a project are compared: the latest.
const (
	compareAll   = 2000 // more are hardly kept
	compareQuick = 500  // where a caller waits that did not ask
)

// similarCommand is a command that is similar to another one, or to a task.
type similarCommand struct {
	memory.Command
	score float64
}

// rate says how often the command worked.
func (c *similarCommand) rate() string { return "worked " + share(c.Good, c.Good+c.Bad) }

// similarCommands returns the commands of the project that are most similar to
// what is asked for, and how many it compared. When late reports that the time
// is up, what was not read is left out.
func (v *view) similarCommands(q recall.Query, b recall.Budget, most int, late func() bool) (list []similarCommand, looked int, err error) {
	words, err := v.tx.CommandWords(v.judge.Project, most, late)
	if err != nil || late != nil && late() {
		return nil, 0, err
	}
	past := make([]recall.Past, len(words))
	for i, w := range words {
		past[i] = recall.Past{Text: w.Text, Work: w.Template, Well: w.Well}
	}
	for _, n := range recall.Select(past, q, b) {
		c, ok, err := v.tx.Command(v.judge.Project, words[n.Index].Key)
		if err != nil {
			return nil, 0, err
		}
		if ok {
			list = append(list, similarCommand{c, n.Score})
		}
	}
	return list, len(words), nil
}

// queryFor asks for commands that are similar to one.
func queryFor(j *judge.Judge, text redact.Text) recall.Query {
	return recall.Query{Text: text.String(), Work: command.Template(j.Script(text)).String()}
}

// leastSimilar is how similar a command must be to one that never worked to be
// offered in its place. What worked is rarely what is needed: in recorded
// sessions hardly ever, so that agents are not told.
const leastSimilar = 0.9

// workedLike returns a command that worked here and is similar to one that
// never did, if there is one. A failing check is no mistake in its command.
func (v *view) workedLike(ran *memory.Run, most int) ([]memory.Fix, error) {
	if ran.Project == "" || len(ran.Errors) == 0 || ran.Check.Verifies() {
		return nil, nil
	}
	key := command.Key(v.judge.Script(ran.Command), ran.Cwd, ran.Project)
	if own, known, err := v.tx.Command(ran.Project, key); key == "" || err != nil || known && own.Good > 0 {
		return nil, err
	}
	q := queryFor(v.judge, ran.Command)
	q.Well = true
	list, _, err := v.similarCommands(q, recall.Budget{Notes: 1, Tokens: maxDigest}, most, nil)
	if err != nil || len(list) == 0 || list[0].score < leastSimilar || list[0].Text == ran.Command {
		return nil, err
	}
	c := &list[0]
	if was := v.judge.Script(ran.Command); lessons.SwitchesOff(v.judge.Script(c.Text), was) || !lessons.KeepsWords(v.judge.Script(c.Text), was) {
		return nil, nil
	}
	f := memory.Fix{
		Source: memory.SourceRecall, Signature: ran.Errors[0].Signature, Command: c.Text, Safe: !diagnose.Reckless(c.Text.String(), ran.Command.String()),
		Text: redact.Clean("A similar command worked here: " + quoted(c.Text) + "."), // without counts: it is recognized by its words
	}
	disarm(v.judge, &f)
	return []memory.Fix{f}, nil
}

// WorkedLike returns a command that worked here and is similar to one that
// never did.
func (j *Journal) WorkedLike(tx *store.Tx, d *Diagnosis) ([]memory.Fix, error) {
	return j.viewOf(tx).workedLike(&memory.Run{
		Project: j.Judge.Project, Cwd: j.Judge.Cwd, Command: d.Output.Command, Errors: d.Errors, Check: d.Check,
	}, compareAll)
}

// usefulCommands returns the commands that worked here and that the words of a
// task speak of.
func (v *view) usefulCommands(task *memory.Task) (notes []Note, looked int, err error) {
	if v.judge.Project == "" {
		return nil, 0, nil
	}
	q := recall.Query{Text: wordsOf(task), Well: true}
	list, looked, err := v.similarCommands(q, recall.Budget{Notes: maxTaskNotes, Tokens: maxDigest}, compareQuick, nil)
	if err != nil {
		return nil, 0, err
	}
	for i := range list {
		c := &list[i]
		if c.score < leastScore || lessons.SwitchesOff(v.judge.Script(c.Text), nil) || diagnose.Reckless(c.Text.String(), "") || v.judge.Verdict(c.Text.String(), nil).Action >= policy.Ask {
			continue
		}
		notes = append(notes, Note{
			ID: c.Run, Score: c.score, Entries: given(c.Run, c.Session),
			Text: quoted(c.Text) + " " + c.rate() + " here, last on " + day(c.Worked) + ".",
		})
	}
	return notes, looked, nil
}

// Similar returns the latest runs of the commands here that are most similar
// to one, the most similar first.
func (j *Journal) Similar(tx *store.Tx, text string, most int) (runs []memory.Run, err error) {
	list, _, err := j.viewOf(tx).similarCommands(queryFor(j.Judge, redact.Clean(text)), recall.Budget{Notes: most, Tokens: math.MaxInt}, compareAll, nil)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		run, ok, err := tx.Run(c.Run)
		if err != nil {
			return nil, err
		}
		if ok { // else it was too long ago, and forgotten
			run.Output = redact.Text{}
			runs = append(runs, run)
		}
	}
	return runs, nil
}
