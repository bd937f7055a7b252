package replay

import (
	"errors"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// Rehearsal is what would have been said to the commands of a history.
type Rehearsal struct {
	Transcripts int            `json:"transcripts"`
	Commands    int            `json:"commands"`
	Actions     map[string]int `json:"actions"`
	Against     map[string]int `json:"against,omitempty"`
	Changed     int            `json:"changed,omitempty"` // commands to which the two say different things
	Answers     []Answer       `json:"said"`
	Failed      int            `json:"failed"`
	Advised     int            `json:"advised"` // of those, to which there is something to say
	Lessons     []LessonTimes  `json:"lessons"` // that would have been told
	Broken      int            `json:"broken_lines"`

	mine, other *Replay        // they judge; other: nil without settings to compare with
	known       map[string]int // index in Answers
	learner     *Replay        // it learns, while mine judges what follows
	past        *store.Store   // in memory: what was learned from the history so far
	learned     int            // events in past
}

// Answer is what would have been said to a command, however often it was run.
type Answer struct {
	Command string       `json:"command"`
	Action  string       `json:"action"`
	Risk    string       `json:"risk"`
	Rules   []string     `json:"rules"`
	Message string       `json:"message,omitempty"`
	Against *OtherAnswer `json:"against,omitempty"`
	Times   int          `json:"times"`
	Last    time.Time    `json:"last"`
	Cwd     string       `json:"cwd,omitempty"`
}

// OtherAnswer is what the other settings say.
type OtherAnswer struct {
	Action string   `json:"action"`
	Risk   string   `json:"risk"`
	Rules  []string `json:"rules"`
}

// LessonTimes is how often a lesson would have been told.
type LessonTimes struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Times int    `json:"times"`
}

// NewRehearsal returns a rehearsal with the user's settings, compared with
// those in a file, unless against is "".
func NewRehearsal(o judge.Options, against string) *Rehearsal {
	r := &Rehearsal{mine: New(o), learner: New(o), known: make(map[string]int), Actions: noActions(), Answers: []Answer{}, Lessons: []LessonTimes{}}
	r.learner.importer = journal.NewDryRun()
	if against != "" {
		o.ConfigFile = against
		r.other, r.Against = New(o), noActions()
	}
	return r
}

func noActions() map[string]int {
	counts := make(map[string]int)
	for a := policy.Silent; a <= policy.Block; a++ {
		counts[a.String()] = 0
	}
	return counts
}

// call is a call of a history, with what is said to it.
type call struct {
	entry       transcript.Entry
	mine, other answer // to a command
	diagnosis   *journal.Diagnosis
	event       event
	worth       bool // to be learned from
}

// Run goes through a history and stores nothing. tx is what is remembered
// today, nil where nothing is: fixes are told from it. What failed before is
// learned anew from the history. progress is called now and then with how many
// commands were read so far.
func (r *Rehearsal) Run(tx *store.Tx, h *transcript.History, progress func(commands int)) (err error) {
	if r.past, err = store.OpenMemory(); err != nil {
		return err
	}
	err = inBatches(h, r.call, func(_ int, calls []call) error {
		defer func() { progress(r.Commands) }()
		if err := r.forget(); err != nil {
			return err
		}
		return r.past.Update(func(past *store.Tx) error {
			for i := range calls {
				if err := r.add(tx, past, &calls[i]); err != nil {
					return err
				}
			}
			return nil
		})
	})
	r.Transcripts, r.Broken = h.Files, h.Sum.Broken
	return errors.Join(err, r.past.Close())
}

// maxLearned is how many events are held in memory.
const maxLearned = 5_000

// forget begins a new memory when there is too much in it: what failed that
// long ago is hardly run again.
func (r *Rehearsal) forget() error {
	if r.learned < maxLearned {
		return nil
	}
	past, err := store.OpenMemory()
	if err != nil {
		return err
	}
	old := r.past
	r.past, r.learner.importer, r.learned = past, journal.NewDryRun(), 0
	return old.Close()
}

// call judges a command of the history and reads its output.
func (r *Rehearsal) call(e *transcript.Entry) (c call, ok bool) {
	c.entry = *e
	if c.isCommand() {
		c.mine = r.mine.answer(&e.Call)
		if r.other != nil {
			c.other = r.other.answer(&e.Call)
		}
	}
	c.event, c.diagnosis, c.worth = r.mine.event(&c.entry)
	return c, c.worth || c.isCommand()
}

func (c *call) isCommand() bool {
	return c.entry.Call.Tool == protocol.Shell && len(c.entry.Call.Commands) > 0
}

// add counts what is said to a call, and learns from it.
func (r *Rehearsal) add(tx, past *store.Tx, c *call) error {
	j := r.learner.journal(c.entry.Call.Cwd).At(&c.entry.Call, c.entry.Time)
	if c.isCommand() {
		if err := r.say(past, j, c); err != nil {
			return err
		}
	}
	if !c.worth {
		return nil
	}
	if run := c.event.run; run != nil {
		if c.diagnosis != nil && run.Outcome.Bad() {
			if err := r.advise(tx, j, c.diagnosis); err != nil {
				return err
			}
		}
		run.Output = redact.Text{} // that it failed is enough
	}
	r.learned++
	c.event.journal = j.At(&c.entry.Call, c.entry.Ended)
	_, err := r.learner.recordOne(past, &c.event)
	return err
}

// say counts what is said to a command. What is asked about or blocked is
// listed, and with other settings beside ours all that they see in another way.
func (r *Rehearsal) say(past *store.Tx, j *journal.Journal, c *call) error {
	mine, other := &c.mine, &c.other
	if mine.stops || other.stops {
		known, err := r.learner.importer.RepeatedFailure(past, j, mine.script)
		if err != nil {
			return err
		}
		if known != nil {
			mine.repeats(known)
			other.repeats(known)
		}
	}
	r.Commands++
	r.Actions[mine.action.String()]++
	listed := mine.action >= policy.Ask
	var against *OtherAnswer
	if r.other != nil {
		r.Against[other.action.String()]++
		if listed = other.action != mine.action; listed {
			r.Changed++
			against = &OtherAnswer{other.action.String(), other.risk.String(), append([]string{}, other.rules...)}
			if mine.rules == nil {
				mine.message = other.message
			}
		}
	}
	if listed {
		r.list(&c.entry, mine, against)
	}
	return nil
}

// list lists an answer, the same once.
func (r *Rehearsal) list(e *transcript.Entry, a *answer, against *OtherAnswer) {
	row := Answer{
		Command: redact.Clean(e.Call.Commands[0]).String(), Action: a.action.String(), Risk: a.risk.String(),
		Rules: append([]string{}, a.rules...), Message: a.message.String(), Against: against, Times: 1,
		Last: e.Time.UTC(), Cwd: redact.Clean(e.Call.Cwd).String(),
	}
	key := row.Action + "\x00" + row.Cwd + "\x00" + row.Command
	if i, ok := r.known[key]; ok {
		r.Answers[i].Times++
		r.Answers[i].Last = row.Last
		return
	}
	r.known[key] = len(r.Answers)
	r.Answers = append(r.Answers, row)
}

// advise counts what would be told after a command that went wrong, with what
// is known today. tx is nil where nothing is remembered.
func (r *Rehearsal) advise(tx *store.Tx, j *journal.Journal, d *journal.Diagnosis) error {
	var fixes []memory.Fix
	if tx != nil {
		var err error
		if fixes, err = j.KnownFixes(tx, d); err != nil {
			return err
		}
	}
	fixes = append(fixes, d.Fixes...)
	r.Failed++
	if len(fixes) > 0 {
		r.Advised++
	}
	for _, f := range fixes[:min(len(fixes), journal.MaxFixes)] {
		if f.Lesson == "" {
			continue
		}
		i := slices.IndexFunc(r.Lessons, func(t LessonTimes) bool { return t.ID == f.Lesson })
		if i < 0 {
			i = len(r.Lessons)
			r.Lessons = append(r.Lessons, LessonTimes{ID: f.Lesson, Text: f.Text.String()})
		}
		r.Lessons[i].Times++
	}
	return nil
}
