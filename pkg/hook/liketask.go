package hook

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/recall"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// tasksLike lists the tasks of a project that were put in much the same words,
// the most alike first, and tells how many it looked at. That one did not
// succeed is worth knowing.
func (l *learner) tasksLike(task *memory.Task) (list []known, looked int, err error) {
	tasks, err := l.tx.Tasks(store.TaskFilter{Project: l.j.Project, Limit: backTasks})
	if err != nil {
		return nil, 0, err
	}
	var ended []memory.Task
	var past []recall.Past
	for _, t := range tasks {
		if t.ID != task.ID && t.Outcome != memory.TaskOpen {
			ended = append(ended, t)
			past = append(past, recall.Past{Text: taskText(&t), Well: t.Outcome == memory.Success})
		}
	}
	for _, n := range recall.Select(past, recall.Query{Text: taskText(task)}, recall.Budget{Notes: maxRecommended, Tokens: maxDigest}) {
		if n.Score < leastScore {
			break
		}
		t := &ended[n.Index]
		text := "Task " + quotedTo(t.What, shortQuote) + " on " + day(t.Start) + " came to " + t.Outcome.String()
		if t.Result.Len() > 0 {
			text += ": " + quoted(t.Result)
		}
		list = append(list, known{
			id: t.ID, text: text + ".", score: n.Score, sure: t.Outcome != memory.Success && len(list) == 0, entries: entries(t.Session, t.Tool, t.Type),
		})
	}
	return list, len(ended), nil
}

// taskText is a task as it is compared.
func taskText(t *memory.Task) string {
	what, prompt := t.What.String(), t.Prompt.String()
	if what == prompt || prompt == "" {
		return what
	}
	return what + "\n" + prompt
}
