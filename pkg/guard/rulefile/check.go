package rulefile

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// ParseChecks reads a file of checks: the tools of one family. Their ids are
// the name of the file and their own. The literals of patterns are left to the
// generator.
func ParseChecks(name, path string, data []byte) ([]rule.Check, error) {
	r := &reader{path: path}
	return rows(r, data, "checks", func(n *Node) rule.Check { return r.check(n, name) }, func(c *rule.Check) string { return c.ID })
}

func (r *reader) check(n *Node, file string) rule.Check {
	var out rule.Check
	var name string
	seen := r.object(n, "a check",
		field{"name", r.line(&name)},
		field{"tool", r.line(&out.Tool)},
		field{"kind", func(n *Node) { word(r, &out.Kind, "kind", rule.CheckKinds)(n) }},
		field{"commands", r.list(&out.Commands)},
		field{"own", r.list(&out.Own)},
		field{"needs", r.list(&out.Needs)},
		field{"unless", r.list(&out.Unless)},
		field{"neutral", r.list(&out.Neutral)},
		field{"narrow", r.list(&out.Narrow)},
		field{"strict", r.list(&out.Strict)},
		field{"causes", r.linePatterns(&out.Causes)},
		field{"vague", r.linePatterns(&out.Vague)},
		field{"reasons", r.linePatterns(&out.Reasons)},
		field{"of_code", r.linePatterns(&out.OfCode)},
		field{"leads", r.linePatterns(&out.Leads)},
		field{"keeps", r.linePatterns(&out.Keeps)},
		field{"omits", r.list(&out.Omits)},
		field{"tallies", r.linePatterns(&out.Tallies)},
		field{"fail", r.linePatterns(&out.Fail)},
		field{"likely", r.linePatterns(&out.Likely)},
		field{"pass", r.linePatterns(&out.Pass)},
		field{"none", r.linePatterns(&out.None)},
		field{"files", r.linePatterns(&out.Files)},
		field{"mute", r.linePatterns(&out.Mute)},
		field{"blocked", r.linePatterns(&out.Blocked)},
		field{"aside", r.linePatterns(&out.Aside)},
		field{"counts", r.linePatterns(&out.Counts)},
		field{"empty", r.linePatterns(&out.Empty)},
		field{"test_files", r.linePatterns(&out.TestFiles)},
		field{"ci_files", r.linePatterns(&out.CIFiles)},
		field{"check_files", r.linePatterns(&out.CheckFiles)},
		field{"setting_files", r.linePatterns(&out.SettingFiles)},
		field{"discloses", r.linePatterns(&out.Discloses)},
		field{"admits", r.linePatterns(&out.Admits)},
		field{"scopes", r.linePatterns(&out.Scopes)},
		field{"servers", r.linePatterns(&out.Servers)},
		field{"comments", r.linePatterns(&out.Comments)},
		field{"suppresses", r.linePatterns(&out.Suppresses)},
		field{"laxer", r.linePatterns(&out.Laxer)},
		field{"leaves", r.linePatterns(&out.Leaves)},
		field{"lowered", r.linePatterns(&out.Lowered)},
		field{"raised", r.linePatterns(&out.Raised)},
		field{"tolerances", r.linePatterns(&out.Tolerances)},
		field{"precisions", r.linePatterns(&out.Precisions)},
		field{"retries", r.linePatterns(&out.Retries)},
		field{"swallows", r.linePatterns(&out.Swallows)},
		field{"asked", r.linePatterns(&out.Asked)},
		field{"skips", r.linePatterns(&out.Skips)},
		field{"tests", r.linePatterns(&out.Tests)},
		field{"asserts", r.linePatterns(&out.Asserts)},
		field{"loose", r.linePatterns(&out.Loose)},
		field{"mocks", r.linePatterns(&out.Mocks)},
		field{"lenient", r.linePatterns(&out.Lenient)},
		field{"demands", r.linePatterns(&out.Demands)},
		field{"runs", r.linePatterns(&out.Runs)},
		field{"expected", r.linePatterns(&out.Expected)},
		field{"in_tests", r.linePatterns(&out.InTests)},
		field{"schema_files", r.linePatterns(&out.SchemaFiles)},
		field{"whole_files", r.linePatterns(&out.WholeFiles)},
		field{"constrains", r.linePatterns(&out.Constrains)},
		field{"cases", r.linePatterns(&out.Cases)},
		field{"exempt_files", r.linePatterns(&out.ExemptFiles)},
		field{"updates", r.list(&out.Updates)},
		field{"accepts", r.list(&out.Accepts)},
		field{"dirs", r.list(&out.Dirs)},
		field{"places", func(n *Node) {
			word(r, &out.Places, "sense of places", []string{rule.PlaceFails, rule.PlaceErrs})(n)
		}},
		field{"benign", r.statuses(&out.Benign)},
		field{"prints", r.yes(&out.Prints)},
		field{"silent", r.yes(&out.Silent)},
		field{"runner", r.yes(&out.Runner)},
		field{"examples", func(n *Node) {
			r.each(n, func(n *Node) { out.Examples = append(out.Examples, r.checkExample(n)) })
		}},
	)
	out.ID = file + "/" + name
	ofAll := out.ID == rule.AnyCheck || out.ID == rule.Weakening
	if !ofAll {
		r.need(n, "a check", seen, "name", "kind", "examples")
	}
	if !validID(out.ID) {
		r.errorIn(n, "%s is not a check id: name files and checks with lower-case letters, digits and -", display.Quote(out.ID))
	}
	if ofAll {
		return out
	}
	if len(out.Commands) == 0 && len(out.Fail) == 0 {
		r.errorIn(n, "%s has neither a command nor an output to recognize it by", out.ID)
	}
	r.bothWays(n, &out)
	return out
}

// bothWays reports a check that is proven in one direction only.
func (r *reader) bothWays(n *Node, c *rule.Check) {
	var hit, miss bool
	for _, e := range c.Examples {
		failed := e.Verdict == "fail" || e.Verdict == "masked"
		hit, miss = hit || failed, miss || !failed
	}
	if !hit || !miss {
		r.errorIn(n, "%s needs an example that fails and one that does not", c.ID)
	}
}

func (r *reader) checkExample(n *Node) rule.CheckExample {
	var e rule.CheckExample
	seen := r.object(n, "an example of a check",
		field{"command", r.line(&e.Command)},
		field{"output", func(n *Node) { e.Output, _ = r.text(n) }},
		field{"exit", r.status(&e.Exit, 0)},
		field{"verdict", func(n *Node) { word(r, &e.Verdict, "verdict", rule.CheckVerdicts)(n) }},
		field{"tests", r.list(&e.Tests)},
		field{"files", r.list(&e.Files)},
	)
	r.need(n, "an example of a check", seen, "command", "verdict")
	e.Output = strings.TrimSuffix(e.Output, "\n")
	return e
}
