package config

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// lockWait bounds the wait for another process that writes.
const lockWait = 3 * time.Second

// Bounds on what a trusted project may hold, and on trust.json.
const (
	maxRuleFiles = 200
	maxTrustFile = 1 << 20
)

// trustFile is trust.json: what each project held when the user trusted it.
type trustFile struct {
	Version  int                   `json:"version"`
	Projects map[string]trustEntry `json:"projects"` // by root
}

type trustEntry struct {
	SHA256 string    `json:"sha256"`
	Since  time.Time `json:"since"`
}

// Fingerprint returns the hash of a project's settings and rules: of
// everything in .ctxhook that changes a verdict.
func Fingerprint(root string) (string, error) {
	config, err := paths.ReadFileIn(root, filepath.Join(paths.ProjectName, "config.yaml"), maxFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return fingerprint(root, config)
}

// fingerprint hashes the settings as they were read, and the rules beside
// them. Names and lengths are hashed too, so that no text can move from one
// file into another.
func fingerprint(root string, config []byte) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "config.yaml\x00%d\x00", len(config))
	h.Write(config)
	names, err := ruleNames(filepath.Join(root, paths.ProjectName, "rules"))
	if err != nil {
		return "", err
	}
	for _, name := range names {
		data, err := paths.ReadFileIn(root, filepath.Join(paths.ProjectName, "rules", name), maxFile)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "rules/%s\x00%d\x00", name, len(data))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func ruleNames(dir string) ([]string, error) {
	f, err := paths.OpenDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(10 * maxRuleFiles)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return !strings.HasSuffix(n, ".yaml") })
	if len(names) > maxRuleFiles {
		return nil, fmt.Errorf("%s: more than %d rule files", dir, maxRuleFiles)
	}
	slices.Sort(names)
	return names, nil
}

// Trust lets a project loosen what only the user may, as long as its settings
// and rules stay exactly as they are now.
func Trust(p paths.Places, root string, now time.Time) error {
	hash, err := Fingerprint(root)
	if err != nil {
		return fmt.Errorf("trust %s: %w", root, err)
	}
	return changeTrust(p, func(t *trustFile) { t.Projects[root] = trustEntry{hash, now.UTC().Truncate(time.Second)} })
}

// Untrust ends the trust in a project.
func Untrust(p paths.Places, root string) error {
	return changeTrust(p, func(t *trustFile) { delete(t.Projects, root) })
}

// IsTrusted reports whether a project is trusted as it is now.
func IsTrusted(p paths.Places, root string) bool {
	hash, err := Fingerprint(root)
	return err == nil && trustedHash(p, root, hash)
}

func trustedAs(p paths.Places, root string, config []byte) bool {
	hash, err := fingerprint(root, config)
	return err == nil && trustedHash(p, root, hash)
}

// trustedHash reports whether trust.json has this hash for a project. A file
// that cannot be read trusts none.
func trustedHash(p paths.Places, root, hash string) bool {
	t, err := readTrust(p)
	return err == nil && t.Projects[root].SHA256 == hash
}

// TrustedProject is a project that the user trusted once.
type TrustedProject struct {
	Root  string
	Since time.Time
	Holds bool // its settings are still those that were trusted
}

// TrustedProjects lists the projects in trust.json by their root.
func TrustedProjects(p paths.Places) ([]TrustedProject, error) {
	t, err := readTrust(p)
	if err != nil {
		return nil, err
	}
	var list []TrustedProject
	for root, trusted := range t.Projects {
		hash, err := Fingerprint(root)
		list = append(list, TrustedProject{root, trusted.Since, err == nil && hash == trusted.SHA256})
	}
	order.By(list, func(a, b TrustedProject) int { return strings.Compare(a.Root, b.Root) })
	return list, nil
}

func readTrust(p paths.Places) (trustFile, error) {
	t := trustFile{Version: 1, Projects: map[string]trustEntry{}}
	path := p.TrustFile()
	if path == "" {
		return t, paths.ErrNoHome
	}
	data, err := paths.ReadFile(path, maxTrustFile)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return t, err
	}
	if err := json.Unmarshal(data, &t); err != nil {
		return t, fmt.Errorf("%s: %w", path, err)
	}
	if t.Projects == nil {
		t.Projects = map[string]trustEntry{}
	}
	return t, nil
}

// changeTrust rewrites trust.json. It replaces a broken file: what that
// granted was already lost, and the user is about to say again what to trust.
func changeTrust(p paths.Places, change func(*trustFile)) error {
	path := p.TrustFile()
	if path == "" {
		return paths.ErrNoHome
	}
	unlock, err := paths.Lock(path+".lock", lockWait)
	if err != nil {
		return err
	}
	defer unlock()
	t, err := readTrust(p)
	if _, broken := errors.AsType[*fs.PathError](err); broken {
		return err // unreadable: not ours to repair
	}
	if t.Projects == nil {
		t.Projects = map[string]trustEntry{}
	}
	t.Version = 1
	change(&t)
	data, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	return paths.WriteFile(path, append(data, '\n'))
}
