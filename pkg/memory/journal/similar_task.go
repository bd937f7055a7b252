package journal

import (
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

// wordsOf returns the words by which a task is compared.
func wordsOf(t *memory.Task) string {
	what, prompt := t.What.String(), t.Prompt.String()
	if what == prompt || prompt == "" {
		return what
	}
	return what + "\n" + prompt
}
