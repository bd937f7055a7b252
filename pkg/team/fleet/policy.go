package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// Policy is the files of a policy by their names: what /etc/ctxhook holds.
type Policy map[string]string

// policyName is what a file of a policy may be called. Names have no other
// characters, and no part of one begins with a dot.
var policyName = regexp.MustCompile(`^(?:config\.yaml|rules/[\w-][\w.-]*\.ya?ml|packs/[\w-][\w.-]*(?:/[\w-][\w.-]*){0,6})$`)

// The bounds of a policy.
const (
	maxPolicyFile  = 256 << 10
	maxPolicyFiles = 500
	maxPolicy      = 2 << 20
)

// policyMark is the file that says which version a directory holds.
const policyMark = ".fleet-policy"

// check refuses a policy with names that lead elsewhere, or more than a policy needs.
func (p Policy) check() error {
	total := 0
	for name, text := range p {
		total += len(text)
		switch {
		case !policyName.MatchString(name) || len(name) > 200:
			return fmt.Errorf("%q is no file of a policy: config.yaml, rules/*.yaml and packs/ are", name)
		case len(text) > maxPolicyFile || total > maxPolicy || len(p) > maxPolicyFiles:
			return errors.New("the policy is too large")
		case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
			return fmt.Errorf("%s is not text in UTF-8", name)
		}
	}
	if len(p) == 0 {
		return errors.New("the policy has no files")
	}
	return nil
}

// sum identifies a policy.
func (p Policy) sum() string {
	data, _ := json.Marshal(p) // the names of a map are sorted
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// readPolicy reads the files of a directory. A link among them, or a file that is no
// part of a policy, is an error.
func readPolicy(dir string) (Policy, error) {
	root, err := paths.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	p := make(Policy)
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name == paths.MachineCacheName:
			return fs.SkipDir // of ctxhook on this machine
		case entry.IsDir(), name == policyMark:
			return nil
		case !entry.Type().IsRegular():
			return fmt.Errorf("%s: %w", name, paths.ErrNotRegular)
		case len(p) > maxPolicyFiles:
			return fs.SkipAll
		}
		data, err := paths.ReadIn(root, name, maxPolicyFile)
		p[name] = string(data)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the policy in %s: %w", dir, err)
	}
	return p, p.check()
}

// Publish makes a directory the next version of the policy of a team. The same files
// again are no new version.
func Publish(ctx context.Context, s *server.Server, team, dir string) (version int, err error) {
	p, err := readPolicy(dir)
	if err != nil {
		return 0, err
	}
	return s.Publish(ctx, team, p.sum(), p)
}

// PulledPolicy says which version of the policy a directory holds.
type PulledPolicy struct {
	Version int  `json:"version"` // 0: the team has published none
	Changed bool `json:"changed"`
}

// PullPolicy writes the latest policy of the team to a directory, whole or not at all.
// It replaces what is there only if that is a policy.
func PullPolicy(ctx context.Context, s *server.Server, dir string) (done PulledPolicy, err error) {
	version, sum, files, err := s.Policy(ctx)
	p := Policy(files)
	if err != nil || version == 0 {
		return done, err
	}
	if err := p.check(); err != nil {
		return done, fmt.Errorf("the policy of the team is refused: %w", err)
	}
	if p.sum() != sum {
		return done, errors.New("the policy of the team is refused: its files are not those that were published")
	}
	done.Version = version
	old, err := readPolicy(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist), err != nil && isEmpty(dir):
	case err != nil:
		return done, fmt.Errorf("%s is left as it is, because it holds more than a policy: %w", dir, err)
	case old.sum() == sum:
		return done, nil
	}
	done.Changed = true
	return done, writePolicy(dir, p, version)
}

func isEmpty(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() != policyMark })
}

// writePolicy writes the files beside a directory, and puts them in its place. All
// users may read them.
func writePolicy(dir string, p Policy, version int) (err error) {
	dir = filepath.Clean(dir)
	part := dir + ".new-" + strconv.FormatUint(rand.Uint64(), 36)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	if err := os.Mkdir(part, 0o755); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(part)) }()
	root, err := paths.OpenRoot(part)
	if err != nil {
		return err
	}
	defer root.Close()
	write := func(name, text string) error {
		if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		f, err := paths.CreateIn(root, name)
		if err != nil {
			return err
		}
		_, err = f.WriteString(text)
		return errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	}
	for name, text := range p {
		if err := write(name, text); err != nil {
			return err
		}
	}
	if err := write(policyMark, strconv.Itoa(version)+"\n"); err != nil {
		return err
	}
	if err := fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = root.Chmod(name, 0o755) // whatever the umask is
		}
		return err
	}); err != nil {
		return err
	}
	return exchange(part, dir)
}

// swap puts one directory in the place of another, and leaves the old one under the name
// of the new. It is for systems that cannot exchange the two at once: between its
// renames there is no directory.
func swap(part, dir string) error {
	old := part + ".old"
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(part, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	if err := os.Rename(old, part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
