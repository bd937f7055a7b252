package preferences

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// placeForm is what is left alone: files, whose changes the journal finds by their effects,
// or what lies elsewhere, which FindReaching finds.
type placeForm struct{}

func (placeForm) subject(rule.Knowledge, *memory.PreferenceRule) ([]string, *rule.CommandClass) {
	return nil, nil
}

func (placeForm) triggers(_ rule.Knowledge, r *memory.PreferenceRule) []string {
	if r.Place.Target != "" {
		return []string{AnyTarget}
	}
	if r.Place.Deed == memory.ToCommit {
		return []string{"git"}
	}
	if r.Place.Deed == memory.ToRead {
		return []string{AnyFiles, AnyProgram, AnyReading}
	}
	return []string{AnyFiles}
}

func (placeForm) breaks(*finder, int) (Hit, bool) { return Hit{}, false }

func (placeForm) samples(rule.Knowledge, *memory.PreferenceRule) []string { return nil }

func (placeForm) example(r *memory.PreferenceRule) (right, wrong string) {
	if files := r.Place.List(); !r.Place.Only && len(files) > 0 && !strings.Contains(files[0], "*") {
		return "", "rm -r " + strings.TrimSuffix(files[0], "/")
	}
	return "", ""
}
