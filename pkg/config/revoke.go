package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/place"
)

// ErrNoEntry says that there is nothing to take back.
var ErrNoEntry = errors.New("there is no such entry")

// RevokeAllow takes an entry of allow.yaml back. Like AddAllow it drops what
// no longer holds and leaves a broken file alone.
func RevokeAllow(p place.Places, id string, now time.Time) error {
	path := p.AllowFile()
	if path == "" || p.State == "" {
		return place.ErrNoHome
	}
	unlock, err := place.Lock(filepath.Join(p.State, "allow.lock"), lockWait)
	if err != nil {
		return err
	}
	defer unlock()
	all, problems := readAllows(p)
	if len(problems) > 0 {
		return fmt.Errorf("not written, because the file has errors: %w", problems[0])
	}
	all = live(p, all, now)
	rest := slices.DeleteFunc(slices.Clone(all), func(a Allow) bool { return a.ID == id })
	if len(rest) == len(all) {
		return ErrNoEntry
	}
	return place.WriteFile(path, formatAllows(rest))
}

// TrustedProject is a project that the user trusted once.
type TrustedProject struct {
	Root  string
	Since time.Time
	Holds bool // what is there is what was trusted
}

// TrustedProjects lists the projects in trust.json by their root.
func TrustedProjects(p place.Places) ([]TrustedProject, error) {
	t, err := readTrust(p)
	if err != nil {
		return nil, err
	}
	var list []TrustedProject
	for root, trusted := range t.Projects {
		hash, err := Fingerprint(root)
		list = append(list, TrustedProject{root, trusted.Since, err == nil && hash == trusted.SHA256})
	}
	slices.SortFunc(list, func(a, b TrustedProject) int { return strings.Compare(a.Root, b.Root) })
	return list, nil
}
