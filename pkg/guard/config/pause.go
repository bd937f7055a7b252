package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// maxPause is the longest pause. To go without ctxhook for longer, uninstall
// it.
const maxPause = 24 * time.Hour

// pause is pause.json.
type pause struct {
	Since time.Time `json:"since"`
	Until time.Time `json:"until"`
}

// Pause lets every command pass until the time given.
func Pause(p paths.Places, now, until time.Time) error {
	if d := until.Sub(now); d <= 0 || d > maxPause {
		return fmt.Errorf("a pause lasts up to %v hours, not %v", maxPause.Hours(), d.Hours())
	}
	data, err := json.Marshal(pause{now.UTC(), until.UTC()})
	if err != nil {
		return err
	}
	return paths.WriteFile(p.PauseFile(), append(data, '\n'))
}

// Resume ends a pause.
func Resume(p paths.Places) error {
	if p.PauseFile() == "" {
		return paths.ErrNoHome
	}
	if err := os.Remove(p.PauseFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Paused returns the end of the pause in force. A broken file, or one with a
// longer pause than Pause writes, is no pause. A clock that is set back does
// not make a pause longer.
func Paused(p paths.Places, now time.Time) (until time.Time, ok bool) {
	path := p.PauseFile()
	if path == "" {
		return time.Time{}, false
	}
	data, err := paths.ReadFile(path, 4<<10)
	if err != nil {
		return time.Time{}, false
	}
	var f pause
	if json.Unmarshal(data, &f) != nil || f.Until.Sub(f.Since) > maxPause || now.Before(f.Since) || !now.Before(f.Until) {
		return time.Time{}, false
	}
	return f.Until, true
}
