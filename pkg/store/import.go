package store

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// ImportResult says what became of the lines of an import.
type ImportResult struct {
	Lines int // that were read
	Added int // that were not there yet
	Bad   int // that are nothing we know
}

// Import reads lines that Export wrote. What is there already is left as it
// is, a lesson unless it is older; so importing twice changes nothing.
func (s *Store) Import(r io.Reader, told func(ImportResult)) (sum ImportResult, err error) {
	in := bufio.NewReaderSize(r, 64<<10)
	var batch []record
	flush := func() error {
		added := 0
		err := s.Update(func(t *Tx) error {
			added = 0
			for _, r := range batch {
				n, err := restore(t, r)
				if err != nil {
					return err
				}
				added += n
			}
			return nil
		})
		batch = batch[:0]
		if err == nil {
			sum.Added += added
			told(sum)
		}
		return err
	}
	for {
		line, err := readLine(in)
		if err == io.EOF {
			return sum, flush()
		}
		if errors.Is(err, errLongLine) {
			sum.Lines++
			sum.Bad++
			continue
		}
		if err != nil {
			return sum, errors.Join(err, flush())
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		sum.Lines++
		r, err := decodeRecord(line)
		if err != nil {
			sum.Bad++
			continue
		}
		if batch = append(batch, r); len(batch) >= 5*step {
			if err := flush(); err != nil {
				return sum, fmt.Errorf("line %d: %w", sum.Lines, err)
			}
		}
	}
}

var errLongLine = errors.New("a line that is too long")

// readLine reads a line, and passes over one that no export has.
func readLine(in *bufio.Reader) ([]byte, error) {
	const most = 16 << 20
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > most; !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(line) > 0, err == nil:
			if long {
				return nil, errLongLine
			}
			return line, nil
		default:
			return nil, err
		}
	}
}

// restore adds what is not there yet, and returns how many rows that were.
func restore(t *Tx, r record) (added int, err error) {
	is := false
	switch {
	case r.Project != nil:
		return restoreProject(t, r.Project)
	case r.Session != nil:
		return restoreSession(t, r.Session)
	case r.Run != nil:
		is, err = t.AddRun(r.Run.run())
	case r.Edit != nil:
		is, err = t.AddEdit(r.Edit.edit())
	case r.Command != nil:
		c := r.Command.command()
		old, known, err := t.Command(c.Project, c.Key)
		if err != nil || known && !old.Last.Before(c.Last) {
			return 0, err
		}
		is, err = !known, t.PutCommand(c)
		if err != nil {
			return 0, err
		}
	case r.Task != nil:
		is, err = t.AddTask(r.Task.task())
	case r.Episode != nil:
		e := r.Episode.episode()
		for i := range e.Lessons {
			if e.Lessons[i], err = lessonID(t, e.Lessons[i]); err != nil {
				return 0, err
			}
		}
		is, err = t.AddEpisode(e)
	case r.Decision != nil:
		is, err = t.AddDecision(r.Decision.decision())
	case r.Advice != nil:
		a := r.Advice.advice()
		if _, known, err := Advice.ByID(t, a.ID); known || err != nil {
			return 0, err
		}
		if a.Fix.Lesson, err = lessonID(t, a.Fix.Lesson); err != nil {
			return 0, err
		}
		is, err = true, t.AddAdvice(a)
	case r.Lesson != nil:
		return restoreLesson(t, r.Lesson.lesson())
	}
	if is {
		added = 1
	}
	return added, err
}

// restoreLesson adds a lesson, or writes a newer one over what is known of it.
// What it has taken in, or what has taken it in, is the same.
func restoreLesson(t *Tx, l *memory.Lesson) (added int, err error) {
	old, known, err := t.Lesson(l.ID)
	if err != nil || known && (old.ID != l.ID || !old.Last.Before(l.Last)) {
		return 0, err
	}
	if !known {
		added = 1
	}
	into := make(map[string]string)
	for _, id := range l.Merged {
		same, known, err := t.Lesson(id)
		if err != nil {
			return 0, err
		}
		if known && same.ID == id && (same.Kind != l.Kind || same.Key != l.Key || same.Project != l.Project) {
			continue // which nothing here would have taken in
		}
		into[id] = l.ID
	}
	if err := t.MoveLessons(into); err != nil {
		return 0, err
	}
	return added, t.PutLesson(l)
}

func restoreProject(t *Tx, p *wireProject) (added int, err error) {
	if n, err := t.numbers.knownProject(p.Root); n != nil || err != nil {
		return 0, err
	}
	var same any
	if p.Same != "" {
		if same, err = t.numbers.knownProject(p.Same); err != nil {
			return 0, err
		}
		if same == nil {
			if same, err = t.numbers.addProject(p.Same, nil, p.Remote); err != nil {
				return 0, err
			}
		}
	}
	_, err = t.numbers.addProject(p.Root, same, p.Remote)
	return 1, err
}
