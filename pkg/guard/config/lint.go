package config

import (
	"errors"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// Lint holds the settings of ctxhook lint. A project may set them freely: lint
// reports on the project's own files, and does not guard anything.
type Lint struct {
	MinRisk policy.Risk
	Disable []LintPattern // packs and rules
	Exclude []LintPattern // paths
	Ignore  []LintIgnore
}

// LintPattern is a pattern over rules or paths.
type LintPattern struct {
	Text   string
	Origin Origin
}

// LintIgnore suppresses a rule in some files.
type LintIgnore struct {
	Rule   string   // a pattern
	Paths  []string // patterns
	Origin Origin
}

var errLintRisk = errors.New("not a lint risk")

func parseRisk(s string) (int, error) {
	r, err := policy.ParseRisk(s)
	if err != nil || r == policy.Safe {
		return 0, errLintRisk
	}
	return int(r), nil
}

func showRisk(v int) string { return policy.Risk(v).String() }

func (l *layer) lintDisable(c *Config, n node) { l.lintPatterns(n, "lint_disable", &c.Lint.Disable) }
func (l *layer) lintExclude(c *Config, n node) { l.lintPatterns(n, "lint_exclude", &c.Lint.Exclude) }

func (l *layer) lintPatterns(n node, what string, to *[]LintPattern) {
	l.each(n, what, func(item node) {
		if item.kind != text || strings.TrimSpace(item.text) == "" || len(item.text) > maxPattern {
			l.fail(item, what+": a pattern is a text", "put it in quotes")
			return
		}
		*to = append(*to, LintPattern{item.text, l.origin(item)})
	})
}

func (l *layer) lintIgnore(c *Config, n node) {
	for _, e := range l.mapped(n, "lint_ignore", "write lint_ignore: {git/clean: [scripts/]}") {
		var paths []LintPattern
		l.lintPatterns(e.value, "lint_ignore."+display.Quote(e.key.text), &paths)
		i := LintIgnore{Rule: e.key.text, Origin: l.origin(e.key)}
		for _, p := range paths {
			i.Paths = append(i.Paths, p.Text)
		}
		c.Lint.Ignore = append(c.Lint.Ignore, i)
	}
}

func lintDisableLines(c *Config) []Line { return lintLines(c.Lint.Disable) }
func lintExcludeLines(c *Config) []Line { return lintLines(c.Lint.Exclude) }

func lintLines(patterns []LintPattern) []Line {
	lines := make([]Line, len(patterns))
	for i, p := range patterns {
		lines[i] = Line{Value: p.Text, Origin: p.Origin}
	}
	return lines
}

func lintIgnoreLines(c *Config) []Line {
	lines := make([]Line, len(c.Lint.Ignore))
	for i, g := range c.Lint.Ignore {
		lines[i] = Line{Value: g.Rule + ": " + strings.Join(g.Paths, ", "), Origin: g.Origin}
	}
	return lines
}
