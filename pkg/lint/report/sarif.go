package report

import (
	"bufio"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/lint"
)

// sarifReport writes SARIF 2.1.0. The results come before the tool, because
// the tool lists the rules they refer to, which are known at the end.
type sarifReport struct {
	w       *bufio.Writer
	version string
	page    func(id string) string
	list    elements
	rules   []*rule.Rule
}

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

func newSARIF(w *bufio.Writer, o Options) Report {
	w.WriteString(`{"$schema":"` + sarifSchema + `","version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":[`)
	return &sarifReport{w: w, version: o.Version, page: o.Page}
}

func (r *sarifReport) Finding(f *lint.Finding) {
	text := strings.Join(append([]string{f.Message.String()}, advice(f)...), "\n")
	physical := sarifPhysical{
		Artifact: sarifArtifact{sarifURI(f.Path)},
		Region: sarifRegion{
			StartLine: f.Start.Line, StartColumn: f.Start.Column, EndLine: f.End.Line, EndColumn: f.End.Column,
		},
	}
	location := sarifLocation{Physical: physical}
	if f.Where != "" {
		location.Logical = []sarifLogical{{f.Where}}
	}
	r.list.put(r.w, sarifResult{
		RuleID: f.Rule.ID, RuleIndex: r.index(f.Rule), Level: sarifLevel(f.Risk), Message: sarifText{text},
		Locations:    []sarifLocation{location},
		Fingerprints: map[string]string{"ctxhook/v1": f.Fingerprint},
		Properties:   sarifRisk{f.Risk.String()},
	})
}

func (r *sarifReport) index(of *rule.Rule) int {
	for i, known := range r.rules {
		if known.ID == of.ID {
			return i
		}
	}
	r.rules = append(r.rules, of)
	return len(r.rules) - 1
}

func (r *sarifReport) End(*lint.Summary) {
	r.w.WriteString(`],"tool":`)
	driver := sarifDriver{Name: toolName, Version: r.version, URI: toolURL, Rules: []sarifRule{}}
	for _, known := range r.rules {
		driver.Rules = append(driver.Rules, newSARIFRule(known, r.page))
	}
	putJSON(r.w, sarifTool{driver})
	r.w.WriteString("}]}\n")
}

func newSARIFRule(r *rule.Rule, page func(string) string) sarifRule {
	help := []string{strings.TrimSpace(r.Why)}
	if r.Mitigation != "" {
		help = append(help, r.Mitigation)
	}
	help = append(help, "For details: ctxhook explain "+r.ID)
	return sarifRule{
		ID: r.ID, Name: sarifName(r.ID), Short: sarifText{r.Title}, Full: sarifText{strings.TrimSpace(r.Why)},
		Help:     sarifText{strings.Join(help, "\n\n")},
		HelpURI:  pageURL(page, r.ID),
		Defaults: sarifDefaults{sarifLevel(r.Risk)},
		Properties: sarifRuleProperties{
			Tags:     []string{"security", "shell", r.Pack()},
			Severity: byRisk(r.Risk, "9.5", "8.0", "5.5", "2.0"),
		},
	}
}

// pageURL returns the address of the page about a rule, "" for none.
func pageURL(page func(string) string, id string) string {
	if page == nil || page(id) == "" {
		return ""
	}
	return toolURL + "/blob/main/" + page(id)
}

// sarifName returns the name for viewers: GitResetHard for git/reset-hard.
func sarifName(id string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(id, func(r rune) bool { return r == '/' || r == '-' || r == '_' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

func sarifLevel(r policy.Risk) string { return byRisk(r, "error", "error", "warning", "note") }

// sarifURI returns a path as a relative reference. A colon in its first
// segment would mean a scheme, so colons are encoded, too.
func sarifURI(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		c := path[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
		if letter || strings.IndexByte("/-._~+@!$&'()*,;=", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteString(strings.ToUpper(strconv.FormatInt(int64(c)|0x100, 16)[1:]))
	}
	return b.String()
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Properties   sarifRisk         `json:"properties"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifRisk struct {
	Risk string `json:"risk"`
}

type sarifLocation struct {
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
}

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	URI     string      `json:"informationUri"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID         string              `json:"id"`
	Name       string              `json:"name"`
	Short      sarifText           `json:"shortDescription"`
	Full       sarifText           `json:"fullDescription"`
	Help       sarifText           `json:"help"`
	HelpURI    string              `json:"helpUri,omitempty"` // none: the user's own
	Defaults   sarifDefaults       `json:"defaultConfiguration"`
	Properties sarifRuleProperties `json:"properties"`
}

type sarifDefaults struct {
	Level string `json:"level"`
}

type sarifRuleProperties struct {
	Tags     []string `json:"tags"`
	Severity string   `json:"security-severity"` // by which GitHub ranks
}
