package journal

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// The ledger is a file of lines for each session, beside the database: a hook before a
// command must cost no more than to append one. Several processes append at once.

const (
	// maxLedger bounds the file of a session, in bytes. Beyond it a new one is begun,
	// and the one before it is kept.
	maxLedger = 4 << 20
	// ledgerAge is how long all of it is kept after the last line, and from when on only
	// which calls were judged.
	ledgerAge = 14 * 24 * time.Hour
)

// earlier is the end of the name of the file before the one that a session writes to.
const earlier = ".1"

// ledgerFile names the file of the session of the call; "" where none is kept.
func (j *Journal) ledgerFile() string {
	if j.Call == nil || j.Call.Canary() {
		return ""
	}
	return fileOf(&j.Judge.Places, j.Call.Session)
}

// fileOf names the file of a session; "" where there is no place for it.
func fileOf(p *paths.Places, session string) string {
	dir := p.LedgerDir()
	if dir == "" || session == "" {
		return ""
	}
	return filepath.Join(dir, ledger.FileName(session))
}

// write appends a line to the file of a session. A file that is new is begun as the
// session of the call.
func (j *Journal) write(path string, l *ledger.Line) error {
	if l.At == 0 {
		l.At = j.Now.UnixMicro()
	}
	f, err := paths.OpenAppend(path)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && info.Size() > maxLedger {
		f.Close()
		if f, err = turn(path); err != nil {
			return err
		}
		info, err = f.Stat()
	}
	if err == nil {
		var text []byte
		if info.Size() == 0 {
			text = j.firstLine(path).Append(text)
		}
		_, err = f.Write(l.Append(text))
	}
	return errors.Join(err, f.Close())
}

// enter appends a line where a file is kept, and logs where that fails: it stops
// nothing.
func (j *Journal) enter(l *ledger.Line) {
	if path := j.ledgerFile(); path != "" {
		j.note("ledger", j.write(path, l))
	}
}

// turn begins a new file for a session whose file is full.
func turn(path string) (*os.File, error) {
	if err := os.Rename(path, path+earlier); err != nil {
		return nil, err
	}
	return paths.OpenAppend(path)
}

// firstLine says whose file it is.
func (j *Journal) firstLine(path string) *ledger.Line {
	l := &ledger.Line{
		Is: ledger.Session, At: j.Now.UnixMicro(), Session: j.Call.Session, Project: redact.Clean(j.Judge.Project).String(), Cwd: slashes(j.Judge.Cwd),
	}
	if j.Call.Agent != nil {
		l.Agent = j.Call.Agent.Name
	}
	if before, ok := ledger.Owner(readStart(path + earlier)); ok {
		if l.Began = before.Began; l.Began == 0 {
			l.Began = before.At
		}
	}
	return l
}

// slashes writes a path as lines have it: with slashes, and masked.
func slashes(path string) redact.Text { return redact.Clean(filepath.ToSlash(path)) }

// readStart reads the beginning of a file, in which its first line is.
func readStart(path string) []byte {
	f, err := paths.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, 4<<10)
	n, _ := io.ReadFull(f, head)
	return head[:n]
}

// readEnd reads the end of the file of the session.
func (j *Journal) readEnd() []byte {
	f, err := paths.Open(j.ledgerFile())
	if err != nil {
		return nil
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil
	}
	end := make([]byte, min(size, ledger.FarBack))
	n, _ := f.ReadAt(end, size-int64(len(end)))
	return end[:n]
}

// readLedger reads all that is kept of a session.
func readLedger(path string) []byte {
	if path == "" {
		return nil
	}
	before, _ := paths.ReadFile(path+earlier, maxLedger+1<<20)
	now, _ := paths.ReadFile(path, maxLedger+1<<20)
	return append(before, now...)
}

// account is what the session of the call did.
func (j *Journal) account() *ledger.Account {
	a := ledger.ReadAccount(readLedger(j.ledgerFile()))
	a.Session = j.Call.Session
	return a
}

// manyAccounts bounds how many other sessions are read, the latest first.
const manyAccounts = 40

// otherAccounts are what other sessions of the project did lately.
func (j *Journal) otherAccounts() (list []*ledger.Account) {
	return accountsIn(&j.Judge.Places, redact.Clean(j.Judge.Project).String(), j.Call.Session, j.Now.Add(-othersSince))
}
