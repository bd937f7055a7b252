package hook

import (
	"math"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/recall"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// How many commands of a project are compared: those that were run last.
const (
	likeMost  = 2000 // more are hardly kept
	likeQuick = 500  // where somebody waits who did not ask
)

// liked is a command that is like another one, or like a task.
type liked struct {
	memory.Command
	score float64
}

// commandsLike lists the commands of the project that are most like what is asked
// for, and tells how many it looked at. When it is late, what was not read is
// left out.
func (l *learner) commandsLike(q recall.Query, b recall.Budget, most int, late func() bool) (list []liked, looked int, err error) {
	words, err := l.tx.CommandWords(l.j.Project, most, late)
	if err != nil || late != nil && late() {
		return nil, 0, err
	}
	past := make([]recall.Past, len(words))
	for i, w := range words {
		past[i] = recall.Past{Text: w.Text, Work: w.Template, Well: w.Well}
	}
	for _, n := range recall.Select(past, q, b) {
		c, ok, err := l.tx.Command(l.j.Project, words[n.Index].Key)
		if err != nil {
			return nil, 0, err
		}
		if ok {
			list = append(list, liked{c, n.Score})
		}
	}
	return list, len(words), nil
}

// asked is a command as others are asked for that are like it.
func (j *Journal) asked(text redact.Text) recall.Query {
	return recall.Query{Text: text.String(), Work: command.Template(j.Script(text)).String()}
}

// leastLike is how much a command must be like one that never worked to be
// offered in its place. What worked is rarely what is needed: in recorded
// sessions hardly ever, so that agents are not told.
const leastLike = 0.9

// workedLike is a command that worked here, and is like one that never did,
// if there is such a one. A check that fails is no mistake in its command.
func (l *learner) workedLike(ran *memory.Run, most int) ([]memory.Fix, error) {
	if ran.Project == "" || len(ran.Errors) == 0 || ran.Check != nil && ran.Check.Kind != memory.CheckRun {
		return nil, nil
	}
	key := command.Key(l.script(ran.Command), ran.Cwd, ran.Project)
	if own, known, err := l.tx.Command(ran.Project, key); key == "" || err != nil || known && own.Good > 0 {
		return nil, err
	}
	q := l.j.asked(ran.Command)
	q.Well = true
	list, _, err := l.commandsLike(q, recall.Budget{Notes: 1, Tokens: maxDigest}, most, nil)
	if err != nil || len(list) == 0 || list[0].score < leastLike || list[0].Text == ran.Command {
		return nil, err
	}
	c := &list[0]
	f := memory.Fix{
		Source: memory.SourceRecall, Signature: ran.Errors[0].Signature, Command: c.Text, Safe: !diagnose.Reckless(c.Text.String(), ran.Command.String()),
		Text: redact.Clean("This is worded alike, and worked here: " + quoted(c.Text) + "."), // without counts: it is known again by its words
	}
	l.j.disarm(&f)
	return []memory.Fix{f}, nil
}

// went says how a command went.
func (c *liked) went() string { return share(c.Good, c.Good+c.Bad) }

// useful lists commands that worked here and that the words of a task speak
// of.
func (l *learner) useful(task *memory.Task) (list []known, looked int, err error) {
	if l.j.Project == "" {
		return nil, 0, nil
	}
	q := recall.Query{Text: taskText(task), Well: true}
	like, looked, err := l.commandsLike(q, recall.Budget{Notes: maxRecommended, Tokens: maxDigest}, likeQuick, nil)
	if err != nil {
		return nil, 0, err
	}
	for i := range like {
		c := &like[i]
		if c.score < leastScore || diagnose.Reckless(c.Text.String(), "") || l.j.Verdict(c.Text.String(), nil).Action >= policy.Ask {
			continue
		}
		list = append(list, known{
			id: c.Run, score: c.score, entries: entries(c.Run, c.Session),
			text: quoted(c.Text) + " " + c.went() + " here, the last time on " + day(c.Worked) + ".",
		})
	}
	return list, looked, nil
}

// Like lists the latest runs of the commands here that are most like one, the
// most like first.
func (j *Journal) Like(tx *store.Tx, command string, most int) (runs []memory.Run, err error) {
	l := &learner{j: j, tx: tx}
	list, _, err := l.commandsLike(j.asked(redact.Clean(command)), recall.Budget{Notes: most, Tokens: math.MaxInt}, likeMost, nil)
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
