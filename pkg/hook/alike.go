package hook

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// alike lists the tasks of a project that were put in much the same words,
// the most alike first, and tells how many it looked at. That one did not
// succeed is worth knowing.
func (l *learner) alike(task *memory.Task) (list []known, looked int, err error) {
	tasks, err := l.tx.Tasks(store.TaskFilter{Project: l.j.Project, Limit: backTasks})
	if err != nil {
		return nil, 0, err
	}
	mine := taskWords(task)
	for i := range tasks {
		t := &tasks[i]
		if t.ID == task.ID || t.Verdict == memory.TaskOpen {
			continue
		}
		looked++
		score := overlap(mine, taskWords(t))
		if score < leastScore {
			continue
		}
		text := "Task " + quotedTo(t.What, shortQuote) + " on " + day(t.Start) + " came to " + t.Verdict.String()
		if t.Result.Len() > 0 {
			text += ": " + quoted(t.Result)
		}
		list = append(list, known{
			id: t.ID, text: text + ".", score: score, sure: t.Verdict != memory.Success && len(list) == 0, entries: entries(t.Session, t.Tool, t.Type),
		})
	}
	slices.SortStableFunc(list, func(a, b known) int { return cmp.Compare(b.score, a.score) })
	return list, looked, nil
}

// taskWords are those of a task that tell it from others.
func taskWords(t *memory.Task) []string {
	list := strings.FieldsFunc(strings.ToLower(t.What.String()+" "+t.Prompt.String()), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	list = slices.DeleteFunc(list, func(w string) bool { return len(w) < 3 })
	slices.Sort(list)
	return slices.Compact(list)
}

// overlap tells how alike two sorted lists of words are, from 0 to 1.
func overlap(a, b []string) float64 {
	both := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch strings.Compare(a[i], b[j]) {
		case -1:
			i++
		case 1:
			j++
		default:
			both++
			i++
			j++
		}
	}
	if both == 0 {
		return 0
	}
	return float64(both) / math.Sqrt(float64(len(a))*float64(len(b)))
}
