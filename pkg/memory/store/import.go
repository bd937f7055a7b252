package store

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// ImportResult counts the lines of an import.
type ImportResult struct {
	Lines int // that were read
	Added int // that were not there yet
	Bad   int // that are nothing we know
}

// Import reads lines that Export wrote. It leaves what is there already,
// except lessons and commands that are older. Importing twice changes nothing.
func (s *Store) Import(r io.Reader, told func(ImportResult)) (sum ImportResult, err error) {
	in := bufio.NewReaderSize(r, 64<<10)
	known := kinds()
	var batch []record
	flush := func() error {
		added := 0
		err := s.Update(func(t *Tx) error {
			added = 0
			for _, r := range batch {
				n, err := r.kind.restore(t, r.value)
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
		r, err := decodeRecord(known, line)
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

// readLine reads a line, and skips one that is longer than any export has.
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

// restoreCommand adds what is known of a command, or writes it over what is
// older.
func restoreCommand(t *Tx, c *memory.Command) (added int, err error) {
	old, known, err := t.Command(c.Project, c.Key)
	if err != nil || known && !old.Last.Before(c.Last) {
		return 0, err
	}
	if !known {
		added = 1
	}
	return added, t.PutCommand(c)
}

func restoreEpisode(t *Tx, e *memory.Episode) (added int, err error) {
	for i := range e.Lessons {
		if e.Lessons[i], err = lessonID(t, e.Lessons[i]); err != nil {
			return 0, err
		}
	}
	return oneMore((*Tx).AddEpisode)(t, e)
}

func restoreAdvice(t *Tx, a *memory.Advice) (added int, err error) {
	if _, known, err := Advice.ByID(t, a.ID); known || err != nil {
		return 0, err
	}
	if a.Fix.Lesson, err = lessonID(t, a.Fix.Lesson); err != nil {
		return 0, err
	}
	return 1, t.AddAdvice(a)
}

// restoreLesson adds a lesson, or writes a newer one over what is known of it.
// A lesson that was merged into it, or that it was merged into, is the same.
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

// projects are the directories in which work is done.
var projects = Table[memory.Project]{name: "projects", columns: func(p *memory.Project) []column {
	return []column{
		{"root", &p.Root},
		{"nullif((SELECT root FROM projects AS main WHERE main.id = projects.same), root)", &p.Same},
		{"remote", &p.Remote},
	}
}}

// restoreProject adds a project, and first the repository that it is a work
// tree of.
func restoreProject(t *Tx, p *memory.Project) (added int, err error) {
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
