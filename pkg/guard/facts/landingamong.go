package facts

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// landingAmong tells which of some files others land on. What a directory holds is looked
// up by name, so that it may hold any number of files.
func (s *Source) landingAmong(ctx context.Context, dir string, q *rule.LandingQuery) rule.LandingState {
	state := rule.LandingState{Known: true, Spare: true}
	lands := func(name, from string) {
		if from != "" && !landsOn(from, filepath.Join(dir, filepath.FromSlash(name))) {
			return
		}
		state.Spare = false
		if takesOver(filepath.Join(dir, filepath.FromSlash(name)), from) {
			state.Gone = append(state.Gone, name)
		}
	}
	for _, source := range q.From {
		contents := strings.HasSuffix(source, "/.")
		from, ok := s.abs(source)
		info, err := os.Stat(from)
		switch {
		case !ok || err != nil:
			return rule.LandingState{}
		case !info.IsDir():
			if err := s.listed(ctx, from, func(name, _ string) bool {
				if name = landsAs(name, q); slices.Contains(q.Among, name) {
					lands(name, "")
				}
				return ctx.Err() == nil
			}); err != nil {
				return rule.LandingState{}
			}
		case contents:
			for _, name := range q.Among {
				lands(name, filepath.Join(from, filepath.FromSlash(name)))
			}
		default:
			for _, name := range q.Among {
				if below, ok := strings.CutPrefix(name, filepath.Base(from)+"/"); ok {
					lands(name, filepath.Join(from, filepath.FromSlash(below)))
				}
			}
		}
	}
	return state
}

// landsOn reports whether something that is copied replaces what has its name: a directory
// goes into another one, and onto no file.
func landsOn(from, to string) bool {
	source, err := os.Stat(from)
	if err != nil {
		return false
	}
	target, err := os.Stat(to)
	return err != nil || !source.IsDir() || target.IsDir()
}

// takesOver reports whether a file that keeps the guard on is replaced by one that does
// not: settings that call ctxhook by others, or a program by any other. from is "" where
// the other is not known.
func takesOver(file, from string) bool {
	settings := strings.HasSuffix(file, ".json")
	if settings && from != "" {
		if data, err := paths.ReadFile(from, maxSettings); err == nil && strings.Contains(string(data), "disableAllHooks") {
			return true
		}
	}
	info, err := os.Stat(file)
	switch {
	case err != nil || info.IsDir():
		return false
	case settings:
		data, err := paths.ReadFile(file, maxSettings)
		if err != nil || !registers(data) {
			return false
		}
		data, err = paths.ReadFile(from, maxSettings)
		return err != nil || !registers(data)
	}
	return from == "" || !sameContent(from, file, info)
}
