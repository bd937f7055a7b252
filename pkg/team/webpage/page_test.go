package webpage

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("u", false, "write the golden pages anew")

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// example is a page with one of everything, all of whose texts are s.
func example(s string) *Page {
	at := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	p := &Page{
		Made: noon, Since: at(-48),
		Totals:   Totals{Commands: 12, Failed: 3, Took: 90 * time.Second, Lanes: 2, Edits: 1, Decisions: 4},
		Outcomes: []Count{{s, 9}, {s, 3}},
		Hours:    []Hour{{at(-30), 7, 1, 2}, {at(-2), 5, 2, 2}},
		Failing:  []Command{{s, 5, 3}},
		Endings:  []Ending{{s, 4, 1, 1, 1}},
		Rules:    []Rule{{s, 4, 3, 1, at(-2)}},
		Waits:    []Wait{{s, s, s, s, s}, {Fix, "b", "c", "d", ""}},
		Decisions: []Decision{{
			ID: s, Time: at(-2), Action: s, Risk: s, Rules: []string{s, s}, Command: s, Message: s, Ended: s, Where: s,
		}},
		Checks: []Check{
			{s, s, []Spell{{at(-30), at(-29)}, {From: at(-2)}}},
			{s, s, []Spell{{Until: at(-20)}}},
		},
		Lessons:     []Lesson{{s, s, s, s, s, s, at(-3), s, 3, 2, 1}},
		Advice:      Advice{3, 2, 1, 1, 0},
		Preferences: []Preference{{s, s, s, s, s, 0.95, at(-4)}},
		Projects:    []Project{{s, 2, 12, 3, at(-2)}},
		Who:         Who{s, s},
		Lanes: []Lane{
			{Name: s, Agent: s, Where: s, Started: at(-3), Last: at(-2), Runs: 9, Failed: 2, Edits: 1, Decisions: 4, Left: 1, Steps: []Step{
				{at(-3), s, s, s, time.Second, s}, {at(-2), "ok", s, "", 0, ""},
			}},
			{Name: s, Started: at(-30), Last: at(-30), Runs: 3, Failed: 1},
		},
		More: map[string]string{"log": s}, Ledes: map[string]string{"guard": s}, Without: []string{s},
	}
	p.Title, p.Scope, p.Version = s, s, s
	return p
}

// hostile are texts that would be more than text on a careless page.
var hostile = []string{
	`</script><script>alert(1)</script>`,
	`<!--<script>`, `--><img src=x onerror=alert(1)>`, `]]>`, `<![CDATA[`,
	`"' onmouseover="alert(1)`, "` ${alert(1)} \\u003c/script>",
	`javascript:alert(1)`, `https://example.com/?q=1`, `&lt;b&gt; &amp; &#x3c;`, `{{.}} {% x %}`,
	"a\u202eb\u2066c\u200b\ufeff", "a\x00b\x1b[31mc\r\n\td", "\xff\xfe\xc3\x28 broken",
	"</style></title></textarea>", "\u2028\u2029", strings.Repeat("w", 100<<10), strings.Repeat("<", 100<<10),
}

// skeleton returns the elements of a page with the names of their attributes. It
// fails if the page is not well formed, or could load or open anything.
func skeleton(t *testing.T, page []byte) []string {
	t.Helper()
	var list []string
	ids, refs := make(map[string]bool), []string(nil)
	page = regexp.MustCompile(`<meta [^>]*`).ReplaceAll(withoutCode(t, page), []byte("$0/")) // which nothing closes
	d := xml.NewDecoder(bytes.NewReader(page))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		words := []string{e.Name.Local}
		for _, a := range e.Attr {
			words = append(words, a.Name.Local)
			switch {
			case a.Name.Local == "id":
				if ids[a.Value] {
					t.Errorf("two elements have the id %s", a.Value)
				}
				ids[a.Value] = true
			case a.Name.Local == "aria-labelledby":
				refs = append(refs, strings.Fields(a.Value)...)
			case a.Name.Local == "href":
				if !strings.HasPrefix(a.Value, "#") {
					t.Errorf("a link to %q", a.Value)
				}
				refs = append(refs, a.Value[1:])
			case a.Name.Local == "src", a.Name.Local == "style", a.Name.Local == "action", strings.HasPrefix(a.Name.Local, "on"):
				t.Errorf("%s has the attribute %s", e.Name.Local, a.Name.Local)
			}
		}
		list = append(list, strings.Join(words, " "))
	}
	for _, id := range refs {
		if !ids[id] {
			t.Errorf("nothing has the id %q", id)
		}
	}
	return list
}

// withoutCode empties the style and the scripts of a page, after a look at them.
func withoutCode(t *testing.T, page []byte) []byte {
	t.Helper()
	for _, code := range []string{style, script} {
		if !bytes.Contains(page, []byte(source(code)[1:8])) || !bytes.Contains(page, []byte(code)) {
			t.Error("the style or the script is not there")
		}
		if found := regexp.MustCompile(`(?i)https?://[\w.]+|@import|url\(|fetch\(|eval\(|innerHTML|XMLHttp`).FindAllString(code, -1); len(found) > 0 &&
			!slices.Equal(found, []string{"http://www.w3.org"}) { // the name of SVG
			t.Errorf("the page speaks of %q", found)
		}
		page = bytes.Replace(page, []byte(code), nil, 1)
	}
	const begin, end = `<script type="application/json" id="steps">`, "</script>"
	if from := bytes.Index(page, []byte(begin)); from >= 0 {
		from += len(begin)
		to := from + bytes.Index(page[from:], []byte(end))
		var d laneData
		if err := json.Unmarshal(page[from:to], &d); err != nil {
			t.Errorf("the steps: %v", err)
		}
		for _, l := range d.Lanes {
			if len(l.Steps) != perStep*len(l.IDs) {
				t.Errorf("%d numbers for %d steps", len(l.Steps), len(l.IDs))
			}
		}
		page = slices.Concat(page[:from], page[to:])
	}
	return page
}

func TestPageIsNothingButItself(t *testing.T) {
	page := HTML(example("x"))
	list := skeleton(t, page)
	if len(list) < 200 {
		t.Errorf("%d elements", len(list))
	}
	for _, want := range []string{"html lang", "main id tabindex", "nav aria-label", "header", "footer", "h1", "caption", "title id", "desc id"} {
		if !slices.Contains(list, want) {
			t.Errorf("no element %q", want)
		}
	}
	for _, want := range []string{`default-src &#39;none&#39;`, "script-src " + escape(source(script)), "style-src " + escape(source(style))} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the policy lacks %s", want)
		}
	}
}

// TestHostileTextsStayText: whatever a text is, the page has the same elements.
func TestHostileTextsStayText(t *testing.T) {
	want := skeleton(t, HTML(example("x")))
	for i, s := range hostile {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			p := example("x" + s)
			page := HTML(p)
			if diff := cmp.Diff(want, skeleton(t, page)); diff != "" {
				t.Errorf("(-harmless +hostile)\n%s", diff)
			}
			if bytes.ContainsAny(page, "\x00\x1b\u202e\u2066\u200b") {
				t.Error("control characters are in the page")
			}
			p.Title, p.Version, p.Who, p.More, p.Ledes = "x", "x", Who{"x", "x"}, nil, nil // which are words of the program
			if n := len(HTML(p)); n > 200_000 {
				t.Errorf("%d bytes", n)
			}
		})
	}
}

func FuzzHTML(f *testing.F) {
	for _, s := range hostile {
		f.Add(s[:min(len(s), 500)])
	}
	var want []string
	f.Fuzz(func(t *testing.T, s string) {
		if want == nil {
			want = skeleton(t, HTML(example("x")))
		}
		if got := skeleton(t, HTML(example("x"+s))); !slices.Equal(want, got) {
			t.Errorf("(-harmless +hostile)\n%s", cmp.Diff(want, got))
		}
	})
}

// TestExampleHasEverything: a field that example forgets is one that no test
// looks at.
func TestExampleHasEverything(t *testing.T) {
	var walk func(name string, v reflect.Value)
	walk = func(name string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			if v.Type() == reflect.TypeFor[time.Time]() {
				return
			}
			for i := range v.NumField() {
				walk(name+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case reflect.Slice:
			if v.Len() == 0 {
				t.Errorf("%s is empty", name)
				return
			}
			walk(name, v.Index(0))
		case reflect.String:
			if v.String() != "x" {
				t.Errorf("%s is %q", name, v)
			}
		}
	}
	walk("Page", reflect.ValueOf(*example("x")))
}

// TestGolden shows what a page of little is, without its style and script.
func TestGolden(t *testing.T) {
	p := example("x")
	p.Title, p.Scope, p.Version, p.Who = "What agents did", "~/src/shop", "v1.2.3", Who{"session", "sessions"}
	p.Outcomes = []Count{{"ok", 9}, {"failed", 3}}
	p.Decisions[0].Command, p.Decisions[0].Action = "rm -rf ~/ && echo '<done>'", "block"
	page := string(HTML(p))
	page = strings.Replace(strings.Replace(page, style, "", 1), script, "", 1)
	page = regexp.MustCompile(`sha256-[^&]*`).ReplaceAllString(page, "sha256-..")
	golden(t, "page.html", page)
	golden(t, "empty.html", regexp.MustCompile(`sha256-[^&]*`).ReplaceAllString(
		strings.Replace(strings.Replace(string(HTML(&Page{Title: "What agents did", Scope: "All projects", Made: noon, Version: "v1.2.3"})), style, "", 1), script, "", 1), "sha256-.."))
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", path, diff)
	}
}

// TestPageStaysSmall: however much there is, and however long it gets when it is
// escaped.
func TestPageStaysSmall(t *testing.T) {
	p := example("x")
	hard := func(i int) string { return fmt.Sprintf("%d ", i) + strings.Repeat("\"<\x01", 200) }
	p.Lanes, p.Decisions, p.Lessons, p.Preferences, p.Projects, p.Checks, p.Rules, p.Failing, p.Waits = nil, nil, nil, nil, nil, nil, nil, nil, nil
	for i := range 5000 {
		l := Lane{Name: hard(i), Agent: hard(i), Where: hard(i), Started: noon, Last: noon, Runs: 20}
		for j := range 20 {
			if i*20+j < MaxSteps {
				l.Steps = append(l.Steps, Step{noon, "failed", hard(i*20 + j), hard(i), time.Second, "r-12345678"})
			}
		}
		p.Lanes = append(p.Lanes, l)
		p.Decisions = append(p.Decisions, Decision{ID: "d-12345678", Time: noon, Action: "block", Rules: []string{hard(i)}, Command: hard(i), Message: hard(i), Ended: hard(i), Where: hard(i)})
		p.Lessons = append(p.Lessons, Lesson{"l-12345678", "fix", "helps", hard(i), hard(i), hard(i), noon, hard(i), 1, 1, 1})
		p.Preferences = append(p.Preferences, Preference{"p-12345678", "active", hard(i), hard(i), hard(i), 1, noon})
		p.Projects = append(p.Projects, Project{hard(i), 1, 1, 1, noon})
		p.Checks = append(p.Checks, Check{hard(i), hard(i), []Spell{{noon.Add(-time.Hour), noon}}})
		p.Rules = append(p.Rules, Rule{hard(i), 1, 1, 1, noon})
		p.Waits = append(p.Waits, Wait{Allow, hard(i), hard(i), hard(i), ""})
		p.Failing = append(p.Failing, Command{hard(i), 1, 1})
		p.Hours = append(p.Hours, Hour{noon.Add(time.Duration(i-5000) * time.Hour), 3, 1, 1})
	}
	page := HTML(p)
	skeleton(t, page)
	if len(page) > 2_000_000 {
		t.Errorf("%d bytes", len(page))
	}
	if n := bytes.Count(page, []byte("are not in this page")); n < 8 {
		t.Errorf("%d tables say what they leave out", n)
	}
}

// TestFailuresAgree holds that a page which counts failures never says that nothing failed.
func TestFailuresAgree(t *testing.T) {
	p := example("x")
	p.Failing, p.Ledes = nil, nil
	if page := string(HTML(p)); strings.Contains(page, "No command failed") || !strings.Contains(page, "3 commands failed") {
		t.Error("the page says that no command failed, of 3 that did")
	}
	p.Totals.Failed = 0
	if page := string(HTML(p)); !strings.Contains(page, "No command failed") {
		t.Error("the page does not say that no command failed")
	}
}
