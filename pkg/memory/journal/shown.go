package journal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

const (
	// maxShownOutput bounds what is read of an output, in bytes, and maxShown how much is noted
	// that it says.
	maxShownOutput = 64 << 10
	maxShown       = 40
)

// shownIn lists what an output says of objects: that one was there, that compose made a volume
// or a network, how many migrations were applied.
func shownIn(output string) (list []string) {
	note := func(text string) {
		if len(list) < maxShown && !slices.Contains(list, text) {
			list = append(list, redact.Clean(text).String())
		}
	}
	migrated := 0
	for line := range strings.Lines(output[:min(len(output), maxShownOutput)]) {
		lower := strings.ToLower(line)
		if slices.ContainsFunc(saysFoundWords[:], func(word string) bool { return strings.Contains(lower, word) }) {
			note(rule.ShownFound)
		}
		if slices.ContainsFunc(saysMigratedWords[:], func(word string) bool { return strings.Contains(lower, word) }) {
			migrated++
		}
		fields := strings.Fields(strings.TrimLeft(line, " \t✔✓⠿"))
		if len(fields) < 3 || fields[2] != "Created" {
			continue
		}
		switch name := strings.Trim(fields[1], `"`); fields[0] {
		case "Volume":
			note(rule.ShownVolume + name)
		case "Network":
			note(rule.ShownNetwork + name)
		}
	}
	if migrated > 0 {
		note(rule.ShownMigrated + strconv.Itoa(migrated))
	}
	return list
}
