package journal

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/recall"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// similarTasks returns the tasks of a project that were worded alike, the most
// similar first, and how many it compared. That one did not succeed is worth
// knowing.
func (v *view) similarTasks(task *memory.Task) (notes []Note, looked int, err error) {
	tasks, err := v.tx.Tasks(store.TaskFilter{Project: v.judge.Project, Limit: backTasks})
	if err != nil {
		return nil, 0, err
	}
	var ended []memory.Task
	var past []recall.Past
	for _, t := range tasks {
		if t.ID != task.ID && t.Outcome != memory.TaskOpen {
			ended = append(ended, t)
			past = append(past, recall.Past{Text: wordsOf(&t), Well: t.Outcome == memory.Success})
		}
	}
	for _, n := range recall.Select(past, recall.Query{Text: wordsOf(task)}, recall.Budget{Notes: maxTaskNotes, Tokens: maxDigest}) {
		if n.Score < leastScore {
			break
		}
		t := &ended[n.Index]
		notes = append(notes, Note{
			ID: t.ID, Text: taskText(t), Score: n.Score, sure: t.Outcome != memory.Success && len(notes) == 0, Entries: given(t.Session, t.Tool, t.Type),
		})
	}
	return notes, len(ended), nil
}

// leastAbout is the likeness from which a note has to do with a task. It shares fewer words
// with that than another task does.
const leastAbout = 0.25

// aboutTask returns those of some notes that have to do with a task, by what they say, and
// how much: from leastScore up.
func aboutTask(notes []Note, task *memory.Task) (list []Note) {
	past := make([]recall.Past, len(notes))
	for i := range notes {
		past[i].Text = quotedIn(notes[i].Text)
	}
	for _, n := range recall.Select(past, recall.Query{Text: wordsOf(task)}, recall.Budget{Notes: maxTaskNotes, Tokens: maxDigest}) {
		if n.Score < leastAbout {
			break
		}
		note := notes[n.Index]
		note.Score = leastScore + (1-leastScore)*n.Score
		list = append(list, note)
	}
	return list
}

// quotedIn returns what a sentence quotes, or all of it: the words around that are the same
// in many.
func quotedIn(text string) string {
	var quoted []string
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			quoted = append(quoted, part)
		}
	}
	if len(quoted) == 0 {
		return text
	}
	return strings.Join(quoted, " ")
}

// wordsOf returns the words by which a task is compared.
func wordsOf(t *memory.Task) string {
	what, prompt := t.What.String(), t.Prompt.String()
	if what == prompt || prompt == "" {
		return what
	}
	return what + "\n" + prompt
}
