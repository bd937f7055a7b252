package facts

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// maxRecord bounds one record of git's output. Paths are far shorter.
const maxRecord = 64 << 10

// errStopped is the error when a reader of git's output stops early.
var errStopped = errors.New("stopped at the bound")

// lockdown returns settings that override a repository's own configuration. An
// agent can write .git/config, and must not get a command run because we look
// at the repository. Filters have their own names and are emptied one by one:
// see repo.overrides.
func lockdown() []string {
	return []string{
		"--no-pager", "--no-optional-locks",
		"-c", "core.fsmonitor=", // "false" names a program to git before 2.36
		"-c", "core.hooksPath=/dev/null",
		"-c", "core.untrackedCache=keep",
		"-c", "core.alternateRefsCommand=",
		"-c", "safe.bareRepository=explicit", // files in the tree may make up a bare repository
		"-c", "submodule.recurse=false",
		"-c", "status.submoduleSummary=false",
		"-c", "protocol.allow=never",
		"-c", "maintenance.auto=false",
		"-c", "gc.auto=0",
	}
}

// environ returns what git inherits. Questions name their directory, so the
// GIT_DIR of a hook that we may be running in must not redirect them, and
// GIT_TRACE and the like write files.
func environ(base []string) []string {
	env := make([]string, 0, len(base)+5)
	for _, entry := range base {
		name, _, _ := strings.Cut(entry, "=")
		name = strings.ToUpper(name)
		if !strings.HasPrefix(name, "GIT_") || inherited(name) {
			env = append(env, entry)
		}
	}
	return append(env,
		"GIT_OPTIONAL_LOCKS=0",
		"GIT_TERMINAL_PROMPT=0",
		"GIT_NO_LAZY_FETCH=1",      // a partial clone fetches what it misses, git 2.45 on
		"GIT_ALLOW_PROTOCOL=none",  // before that, this stops the fetch; it outranks the configuration
		"GIT_NO_REPLACE_OBJECTS=1", // replaced commits would show another history
	)
}

// inherited reports whether a variable says where git and the user's own
// settings are.
func inherited(name string) bool {
	switch name {
	case "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM",
		"GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM":
		return true
	}
	return false
}

// git runs one git command and gives its output to visit, record by record,
// until visit returns false. Records end in end.
func (s *Source) git(ctx context.Context, dir string, end byte, visit func(record []byte) bool, args ...string) error {
	return s.stream(ctx, dir, nil, nil, func(out io.Reader) error {
		scan := bufio.NewScanner(out)
		scan.Buffer(make([]byte, 0, 4<<10), maxRecord)
		scan.Split(splitAt(end))
		for scan.Scan() {
			if !visit(scan.Bytes()) {
				return errStopped
			}
		}
		return scan.Err()
	}, args...)
}

// stream runs one git command, with more variables in its environment when
// given. It writes in to git and passes git's output to read; when that fails,
// it stops git.
func (s *Source) stream(ctx context.Context, dir string, more []string, in io.Reader, read func(io.Reader) error, args ...string) error {
	s.gitOnce.Do(func() {
		// A git that PATH finds in the current directory is an error here, as
		// it should be.
		s.gitPath, _ = exec.LookPath("git")
		base := s.environ
		if base == nil {
			base = os.Environ()
		}
		s.gitEnv = environ(base)
	})
	if s.gitPath == "" {
		return exec.ErrNotFound
	}

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.gitPath, append(lockdown(), args...)...)
	cmd.Dir = dir
	cmd.Env = append(s.gitEnv[:len(s.gitEnv):len(s.gitEnv)], more...)
	cmd.Stdin = in
	setProcessGroup(cmd)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	// Where a child of git outlives it, reading would go on for as long as the
	// child holds the pipe.
	unblock := context.AfterFunc(ctx, func() { time.AfterFunc(grace/4, func() { out.Close() }) })
	defer unblock()

	readErr := read(out)
	if readErr != nil {
		cancel()
	}
	err = cmd.Wait()
	if readErr != nil {
		return readErr
	}
	return err
}

// splitAt splits at an end mark. It drops text after the last one, which was
// cut off.
func splitAt(end byte) bufio.SplitFunc {
	return func(data []byte, _ bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, end); i >= 0 {
			return i + 1, data[:i], nil
		}
		return 0, nil, nil
	}
}

// exitCode returns the status a finished command left, -1 when it was killed
// or never ran.
func exitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return -1
}
