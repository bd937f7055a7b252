package packs

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// Git fetches one commit into a repository without a work tree, and files are read
// from its objects. So nothing is ever checked out: no link, no filter, no hook and
// no submodule of a pack does anything.

// Bounds on a fetch. They keep a hostile server from filling the disk, and from holding us up.
const (
	fetchTime = time.Minute
	fetchSize = 256 << 20 // bytes of the repository
	watchTick = 100 * time.Millisecond
	maxListed = 4 << 20 // bytes of the listing of a directory
	maxErrors = 4 << 10 // bytes of git's errors
)

// Errors of git, for hints.
var (
	ErrNoGit = errors.New("git is not on PATH")
	ErrGit   = errors.New("git could not fetch it")
)

// fetched is the reference that names the commit.
const fetched = "refs/ctxhook/pack"

// settings override every configuration of git.
var settings = []string{
	"core.hooksPath=/dev/null", "core.fsmonitor=", "core.symlinks=false", "core.askPass=", "core.alternateRefsCommand=",
	"core.bigFileThreshold=1m", "core.deltaBaseCacheLimit=16m",
	"protocol.ext.allow=never", "transfer.fsckObjects=true", "transfer.bundleURI=false",
	"fetch.unpackLimit=1", "fetch.recurseSubmodules=false", "fetch.writeCommitGraph=false", "submodule.recurse=false",
	"http.lowSpeedLimit=100", "http.lowSpeedTime=20", "credential.interactive=false",
	"gc.auto=0", "maintenance.auto=false",
}

// environment returns what git inherits: not where a repository is, and nothing that
// asks the user. How the user reaches servers stays.
func environment(base []string) []string {
	var env []string
	for _, entry := range base {
		name, _, _ := strings.Cut(strings.ToUpper(entry), "=")
		switch {
		case name == "GIT_SSH", name == "GIT_SSH_COMMAND", name == "GIT_SSL_CAINFO", name == "GIT_CONFIG_GLOBAL", name == "GIT_EXEC_PATH":
		case strings.HasPrefix(name, "GIT_"), name == "SSH_ASKPASS", name == "DISPLAY":
			continue
		}
		env = append(env, entry)
	}
	return append(env,
		"GIT_CONFIG_NOSYSTEM=1", "GIT_ALLOW_PROTOCOL=https:ssh:file", "GIT_TERMINAL_PROMPT=0", "GIT_ATTR_NOSYSTEM=1",
		"GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0", "GIT_LFS_SKIP_SMUDGE=1",
		"SSH_ASKPASS_REQUIRE=never", "GCM_INTERACTIVE=never", "LC_ALL=C",
	)
}

// repository is where a pack is fetched to, for a moment.
type repository struct {
	ctx     context.Context
	program string
	dir     string
	env     []string
	commit  string
}

// fetch reads a pack from a repository: at a commit, or what is checked out there.
func fetch(ctx context.Context, address, commit string, environ []string) (_ *Fetched, err error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	r := &repository{ctx: ctx, env: environment(environ)}
	if r.program, err = exec.LookPath("git"); err != nil {
		return nil, ErrNoGit
	}
	if r.dir, err = os.MkdirTemp("", "ctxhook-pack-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(r.dir)) }()
	if _, err := r.git(nil, "init", "--quiet", "--bare", "--template="); err != nil {
		return nil, err
	}
	from := commit
	if from == "" {
		from = "HEAD"
	}
	if err := r.fetch(address, from); err != nil {
		if commit != "" && strings.Contains(err.Error(), "not our ref") { // git said so
			return nil, fmt.Errorf("the repository has no commit %s", commit)
		}
		return nil, err
	}
	out, err := r.git(nil, "rev-parse", "--verify", fetched+"^{commit}")
	if err != nil {
		return nil, err
	}
	if r.commit = strings.TrimSpace(string(out)); !isCommit(r.commit) || commit != "" && r.commit != commit {
		return nil, fmt.Errorf("%w: the commit is %s", ErrPinned, display.Quote(r.commit))
	}
	f, err := bundle(r, "")
	if err != nil {
		return nil, err
	}
	f.Commit = r.commit
	return f, nil
}

// fetch runs git fetch, until it ends or its repository is too large.
func (r *repository) fetch(address, from string) error {
	watched, stop := context.WithCancelCause(r.ctx)
	defer stop(nil)
	go func() {
		for watched.Err() == nil {
			if size(r.dir) > fetchSize {
				stop(fmt.Errorf("%w: more than %d MB", ErrGit, fetchSize>>20))
			}
			time.Sleep(watchTick)
		}
	}()
	fetching := *r
	fetching.ctx = watched
	_, err := fetching.git(nil, "fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", address, "+"+from+":"+fetched)
	if cause := context.Cause(watched); cause != nil {
		if errors.Is(cause, context.DeadlineExceeded) {
			return fmt.Errorf("%w within %s", ErrGit, fetchTime)
		}
		return cause
	}
	return err
}

// size returns the bytes of the files below a directory.
func size(dir string) (total int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				total += info.Size()
			}
		}
		return nil // what git removes meanwhile does not count
	})
	return total
}

// git runs git and returns what it printed.
func (r *repository) git(stdin io.Reader, args ...string) ([]byte, error) {
	var given []string
	for _, s := range settings {
		given = append(given, "-c", s)
	}
	cmd := exec.CommandContext(r.ctx, r.program, append(given, args...)...)
	cmd.Dir, cmd.Env, cmd.Stdin = r.dir, append(r.env[:len(r.env):len(r.env)], "GIT_DIR="+r.dir), stdin
	out, errs := bounded{most: maxListed}, bounded{most: maxErrors, cut: true}
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.WaitDelay = time.Second
	alone(cmd)
	if err := cmd.Run(); err != nil {
		if out.full {
			return nil, errTooMuch
		}
		if text := strings.TrimSpace(display.Plain(errs.held.String())); text != "" {
			err = errors.New(text)
		}
		return nil, fmt.Errorf("%w: %w", ErrGit, err)
	}
	return out.held.Bytes(), nil
}

// bounded holds what a program prints, up to a bound.
type bounded struct {
	held bytes.Buffer // not embedded: its ReadFrom has no bound
	most int
	cut  bool // leave out what is longer, instead of failing
	full bool
}

var errTooMuch = errors.New("a directory of the repository has too many files")

func (b *bounded) Write(p []byte) (int, error) {
	room := b.most - b.held.Len()
	if len(p) > room && !b.cut {
		b.full = true
		return 0, errTooMuch
	}
	b.held.Write(p[:min(len(p), room)])
	return len(p), nil
}

func (r *repository) list(dir string) ([]file, error) {
	args := []string{"ls-tree", "-z", "-l", "--full-tree", r.commit}
	if dir != "." {
		args = append(args, dir+"/")
	}
	out, err := r.git(nil, args...)
	if err != nil {
		return nil, err
	}
	return parseTree(out, dir)
}

// parseTree reads what git ls-tree -z -l prints: "100644 blob ID    SIZE\tNAME".
func parseTree(out []byte, dir string) ([]file, error) {
	var files []file
	for line := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		head, name, ok := strings.Cut(line, "\t")
		words := strings.Fields(head)
		if line == "" {
			continue
		}
		if !ok || len(words) != 4 || !isCommit(words[2]) {
			return nil, fmt.Errorf("%w: it lists %s", ErrGit, display.Quote(line))
		}
		f := file{name: name, id: words[2], mode: fs.ModeIrregular}
		if dir != "." {
			f.name = strings.TrimPrefix(name, dir+"/")
		}
		switch words[0] {
		case "100644", "100755", "100664":
			f.mode = 0
		case "120000":
			f.mode = fs.ModeSymlink
		case "040000":
			f.mode = fs.ModeDir
		}
		if f.mode == 0 {
			n, err := strconv.ParseInt(words[3], 10, 64)
			if err != nil || n < 0 {
				return nil, fmt.Errorf("%w: it lists %s", ErrGit, display.Quote(line))
			}
			f.size = n
		}
		if files = append(files, f); len(files) > maxNames {
			return nil, fmt.Errorf("%s: more than %d files", dir, maxNames)
		}
	}
	return files, nil
}

func (r *repository) read(files []file) ([][]byte, error) {
	var ids strings.Builder
	for _, f := range files {
		ids.WriteString(f.id + "\n")
	}
	out, err := r.git(strings.NewReader(ids.String()), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(bytes.NewReader(out))
	var texts [][]byte
	for _, f := range files {
		head, err := in.ReadString('\n')
		if err != nil || head != fmt.Sprintf("%s blob %d\n", f.id, f.size) {
			return nil, fmt.Errorf("%w: %s is missing", ErrGit, display.Quote(f.name))
		}
		data := make([]byte, f.size+1)
		if _, err := io.ReadFull(in, data); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrGit, display.Quote(f.name), err)
		}
		texts = append(texts, data[:f.size])
	}
	return texts, nil
}
