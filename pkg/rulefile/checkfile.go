package rulefile

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/ctxhook/ctxhook/pkg/excerpt"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// ParseChecks reads a file of checks: the tools of one family. Their ids are
// the name of the file and their own.
func ParseChecks(name, path string, data []byte) ([]rule.Check, error) {
	r := &reader{path: path}
	root := r.open(data)
	if root == nil {
		return nil, r.err()
	}
	if _, ok := root.(*ast.SequenceNode); !ok {
		r.errorIn(root, "a list of checks is wanted here")
		return nil, r.err()
	}
	var list []rule.Check
	r.each(root, func(n ast.Node) { list = append(list, r.check(n, name)) })
	known := make(map[string]bool)
	for _, c := range list {
		if known[c.ID] {
			r.fail("%s twice", c.ID)
		}
		known[c.ID] = true
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	return list, nil
}

func (r *reader) check(n ast.Node, file string) rule.Check {
	var out rule.Check
	var name string
	seen := r.object(n, "a check",
		field{"name", r.line(&name)},
		field{"tool", r.line(&out.Tool)},
		field{"kind", func(n ast.Node) { r.word(&out.Kind, "kind", rule.CheckKinds)(n) }},
		field{"commands", r.list(&out.Commands)},
		field{"own", r.list(&out.Own)},
		field{"needs", r.list(&out.Needs)},
		field{"unless", r.list(&out.Unless)},
		field{"fail", r.linePatterns(&out.Fail)},
		field{"likely", r.linePatterns(&out.Likely)},
		field{"pass", r.linePatterns(&out.Pass)},
		field{"none", r.linePatterns(&out.None)},
		field{"files", r.linePatterns(&out.Files)},
		field{"mute", r.linePatterns(&out.Mute)},
		field{"places", func(n ast.Node) {
			r.word(&out.Places, "sense of places", []string{rule.PlaceFails, rule.PlaceErrs})(n)
		}},
		field{"benign", r.statuses(&out.Benign)},
		field{"prints", r.yes(&out.Prints)},
		field{"silent", r.yes(&out.Silent)},
		field{"runner", r.yes(&out.Runner)},
		field{"examples", func(n ast.Node) {
			r.each(n, func(n ast.Node) { out.Examples = append(out.Examples, r.checkExample(n)) })
		}},
	)
	r.need(n, "a check", seen, "name", "kind", "examples")
	out.ID = file + "/" + name
	if !validID(out.ID) {
		r.errorIn(n, "%s is no id of a check: name files and checks with lower-case letters, digits and -", excerpt.Quote(out.ID))
	}
	if len(out.Commands) == 0 && len(out.Fail) == 0 {
		r.errorIn(n, "%s can be known neither by a command nor by its output", out.ID)
	}
	r.bothWays(n, &out)
	return out
}

// bothWays reports a check that is proven in one direction only.
func (r *reader) bothWays(n ast.Node, c *rule.Check) {
	var hit, miss bool
	for _, e := range c.Examples {
		failed := e.Verdict == "fail" || e.Verdict == "masked"
		hit, miss = hit || failed, miss || !failed
	}
	if !hit || !miss {
		r.errorIn(n, "%s needs an example that fails and one that does not", c.ID)
	}
}

// linePatterns reads patterns over lines: a regular expression, or one with
// the number of lines that are matched with it.
func (r *reader) linePatterns(to *[]rule.Pattern) func(ast.Node) {
	return func(n ast.Node) {
		r.each(n, func(n ast.Node) {
			var p rule.Pattern
			if _, ok := n.(ast.MapNode); ok {
				seen := r.object(n, "a pattern",
					field{"regex", func(n ast.Node) { p.Regex, _ = r.text(n) }},
					field{"more", r.count(&p.More)},
				)
				r.need(n, "a pattern", seen, "regex")
			} else {
				p.Regex, _ = r.text(n)
			}
			if _, err := regexp.Compile(p.Regex); err != nil || len(p.Regex) > maxPattern || p.Regex == "" {
				r.errorIn(n, "%s is no regular expression of Go's, or a very long one", excerpt.Quote(p.Regex))
				return
			}
			*to = append(*to, p)
		})
	}
}

func (r *reader) statuses(to *[]int) func(ast.Node) {
	return func(n ast.Node) {
		r.each(n, func(n ast.Node) {
			if i := 0; r.status(&i)(n) {
				*to = append(*to, i)
			}
		})
	}
}

// status reads an exit status.
func (r *reader) status(to *int) func(ast.Node) bool {
	return func(n ast.Node) bool {
		const most = 255
		i, err := strconv.Atoi(n.GetToken().Value)
		if _, ok := n.(*ast.IntegerNode); !ok || err != nil || i < 0 || i > most {
			r.errorIn(n, "an exit status from 0 to %d is wanted here", most)
			return false
		}
		*to = i
		return true
	}
}

func (r *reader) checkExample(n ast.Node) rule.CheckExample {
	var e rule.CheckExample
	seen := r.object(n, "an example of a check",
		field{"command", r.line(&e.Command)},
		field{"output", func(n ast.Node) { e.Output, _ = r.text(n) }},
		field{"exit", func(n ast.Node) { r.status(&e.Exit)(n) }},
		field{"verdict", func(n ast.Node) { r.word(&e.Verdict, "verdict", rule.CheckVerdicts)(n) }},
		field{"tests", r.list(&e.Tests)},
		field{"files", r.list(&e.Files)},
	)
	r.need(n, "an example of a check", seen, "command", "verdict")
	e.Output = strings.TrimSuffix(e.Output, "\n")
	return e
}
