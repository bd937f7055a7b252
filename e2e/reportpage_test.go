//go:build unix

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/team/webpage"
)

// hostileCommands are texts that would be more than text on a careless page.
var hostileCommands = []string{
	`</script><script>document.title='owned'</script>`, `<img src=x onerror="document.title='owned'">`, `<!-- <script>`, `]]> "'>`,
	`javascript:document.title='owned'`, "tx\u202eeteled", "a\x00b\x1b[31m", "\xff\xfe", `\u003c/script>`, strings.Repeat("w", 100<<10),
}

// manyRuns is a page of so many commands in sessions of a hundred.
func manyRuns(runs int) *webpage.Page {
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	p := &webpage.Page{
		Title: "What agents did", Scope: "All projects", Made: now, Who: webpage.Who{One: "session", Many: "sessions"},
		Totals: webpage.Totals{Commands: runs, Failed: runs / 10, Lanes: runs / 100, Decisions: runs / 50},
	}
	room := webpage.MaxSteps
	for i := range runs / 100 {
		start := now.Add(-time.Duration(i) * 2 * time.Hour)
		l := webpage.Lane{Name: fmt.Sprintf("session-%05d", i), Where: "~/src/shop", Started: start, Last: start.Add(time.Hour), Runs: 100, Failed: i % 17}
		for j := 0; j < 100 && room > 0; j++ {
			l.Steps = append(l.Steps, webpage.Step{
				Time: start.Add(time.Duration(j) * 30 * time.Second), Kind: []string{"ok", "failed"}[j/90], Took: time.Second, ID: fmt.Sprintf("r-%08d", 100*i+j),
				Text: fmt.Sprintf("go test ./pkg/part%d -run 'TestNumber%d'", i, j) + hostileCommands[j%9],
			})
			room--
		}
		p.Lanes = append(p.Lanes, l)
		p.Hours = append([]webpage.Hour{{Hour: start.Truncate(time.Hour), Runs: 100, Failed: 10, Decisions: i % 3}}, p.Hours...)
	}
	for i := range 500 {
		command := "git push --force" + strings.Repeat(" origin", i%40)
		if i < len(hostileCommands) {
			command = hostileCommands[i]
		}
		p.Decisions = append(p.Decisions, webpage.Decision{
			ID: fmt.Sprintf("d-%08d", i), Time: now.Add(-time.Duration(i) * time.Hour), Action: []string{"ask", "block"}[i%2], Risk: "high",
			Rules: []string{"git/force-push"}, Command: command, Message: "rewrites main on origin", Ended: "refused by the user", Where: "~/src/shop",
		})
	}
	for i := range 30 {
		p.Failing = append(p.Failing, webpage.Command{Template: fmt.Sprintf("tool%02d check", i), Runs: 90 + i, Failed: 60 - i})
	}
	p.Outcomes = []webpage.Count{{Name: "ok", N: runs - runs/10}, {Name: "failed", N: runs / 10}}
	p.Endings = []webpage.Ending{{Action: "ask", N: runs / 50, Overruled: 100, Ran: 20, NotRun: 300}}
	p.Rules = []webpage.Rule{{ID: "git/force-push", N: runs / 50, Overruled: 100, Last: now}}
	p.Checks = []webpage.Check{{Name: "go test ./...", Where: "~/src/shop", Spells: []webpage.Spell{{From: now.Add(-90 * time.Hour), Until: now.Add(-40 * time.Hour)}, {From: now.Add(-time.Hour)}}}}
	p.Lessons = []webpage.Lesson{{ID: "l-00000001", Kind: "fix", State: "helps", What: "no module", Remedy: "uv sync", Seen: "worked 2 of 3 times", Last: now, Told: 3, Followed: 2, Helped: 2}}
	p.Preferences = []webpage.Preference{{ID: "p-00000001", State: "active", Words: "use uv, not pip", Does: "Use uv.", Where: "in all projects", Sure: 0.9, Last: now}}
	p.Projects = []webpage.Project{{Name: "~/src/shop", Lanes: runs / 100, Runs: runs, Failed: runs / 10, Last: now}}
	return p
}

// TestReportInBrowser looks at a report with a real browser: CTXHOOK_CHROMIUM names
// it. CTXHOOK_AXE names the file axe.min.js of axe-core, which then looks for what
// keeps people from using the page, and CTXHOOK_SCREENSHOTS a directory for pictures.
func TestReportInBrowser(t *testing.T) {
	b := realBrowser(t)
	dir := t.TempDir()
	pages := map[string]string{}
	for name, page := range map[string]*webpage.Page{
		"large": manyRuns(100_000), "small": manyRuns(1000),
		"empty": {Title: "What agents did", Scope: "All projects", Made: time.Now(), Who: webpage.Who{One: "session", Many: "sessions"}},
	} {
		pages[name] = filepath.Join(dir, name+".html")
		data := webpage.HTML(page)
		if len(data) > 2_000_000 {
			t.Errorf("%s: %d bytes", name, len(data))
		}
		if err := os.WriteFile(pages[name], data, 0o600); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes", name, len(data))
	}
	t.Run("opens at once", func(t *testing.T) { opensAtOnce(t, b, pages["large"]) })
	t.Run("fits", func(t *testing.T) {
		for _, name := range []string{"small", "empty"} {
			for _, size := range [][2]int{{360, 800}, {820, 1180}, {1440, 900}} {
				for _, scheme := range []string{"light", "dark"} {
					fits(t, b, pages[name], name, size, scheme)
				}
			}
		}
	})
	t.Run("keyboard", func(t *testing.T) { byKeyboard(t, b, pages["small"]) })
	t.Run("hostile texts", func(t *testing.T) { staysText(t, b, pages["small"]) })
}

// opensAtOnce wants the best of some tries: the machine may have other work.
func opensAtOnce(t *testing.T, b *browser, path string) {
	b.t = t
	b.look(1440, 900, "light")
	best := 1e9
	for range 5 {
		b.visit(path)
		best = min(best, eval[float64](b, `performance.getEntriesByType('navigation')[0].domComplete`))
	}
	t.Logf("interactive after %.0f ms", best)
	if best > 1000 {
		t.Errorf("interactive after %.0f ms", best)
	}
	if took := eval[float64](b, `(() => { const at = performance.now(); document.querySelector('#who .sort').click(); return performance.now() - at; })()`); took > 500 {
		t.Errorf("sorting takes %.0f ms", took)
	}
}

// fits looks at a page of a size: nothing sticks out, and axe finds nothing serious.
func fits(t *testing.T, b *browser, path, name string, size [2]int, scheme string) {
	b.t = t
	b.look(size[0], size[1], scheme)
	b.visit(path)
	eval[bool](b, `document.querySelectorAll('details').forEach(d => d.open = true), document.querySelector('.open')?.click(), true`)
	if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > size[0] {
		t.Errorf("%s is %d wide on a screen of %d", name, wide, size[0])
	}
	if requests := eval[int](b, `performance.getEntriesByType('resource').length`); requests > 0 {
		t.Errorf("%s loads %d files", name, requests)
	}
	b.shoot(fmt.Sprintf("%s-%d-%s", name, size[0], scheme))
	axe := os.Getenv("CTXHOOK_AXE")
	if axe == "" {
		return
	}
	code, err := os.ReadFile(axe)
	if err != nil {
		t.Fatal(err)
	}
	eval[any](b, "%s", string(code)+"; true")
	type violation struct {
		ID, Impact string
		Nodes      []struct{ HTML string }
	}
	for _, v := range eval[[]violation](b, `axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => ({id: v.id, impact: v.impact, nodes: v.nodes.slice(0, 3).map(n => ({html: n.html}))})))`) {
		t.Errorf("%s, %v, %s: %s, %s: %+v", name, size, scheme, v.Impact, v.ID, v.Nodes)
	}
}

// byKeyboard sorts, filters, opens and pages with keys alone.
func byKeyboard(t *testing.T, b *browser, path string) {
	b.t = t
	b.look(1440, 900, "light")
	b.visit(path)
	b.press("Tab")
	if said := eval[string](b, `document.activeElement.textContent`); said != "Skip to the content" {
		t.Errorf("the first stop is %q", said)
	}
	b.press("Enter")

	// reach presses tab until what a selector names has the focus.
	reach := func(selector, text string) {
		t.Helper()
		for range 400 {
			if eval[bool](b, `document.activeElement.matches(%q) && document.activeElement.textContent.includes(%q)`, selector, text) {
				return
			}
			b.press("Tab")
		}
		t.Fatalf("no tab leads to %s", selector)
	}
	live := func(want string) {
		t.Helper()
		for range 50 {
			if strings.Contains(eval[string](b, `document.getElementById('live').textContent`), want) {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Errorf("a screen reader is not told %q but %q", want, eval[string](b, `document.getElementById('live').textContent`))
	}
	column := func(id string, i int) []string {
		t.Helper()
		return eval[[]string](b, `[...document.querySelectorAll('#%s tbody tr:not(.detail)')].map(r => r.cells[%d].textContent)`, id, i)
	}

	reach("#failing .sort", "Failed")
	if first := column("failing", 1)[0]; first != "60" {
		t.Errorf("most failures are %s", first)
	}
	b.press("Enter")
	live("Commands that failed, sorted by Failed, ascending")
	if first := column("failing", 1)[0]; first != "31" {
		t.Errorf("fewest failures are %s", first)
	}
	if order := eval[string](b, `document.activeElement.closest('th').getAttribute('aria-sort')`); order != "ascending" {
		t.Errorf("aria-sort is %q", order)
	}
	b.press(" ")
	live("descending")

	reach("#who .sort", "Session")
	eval[bool](b, `document.querySelector('input[aria-controls=who]').focus(), true`)
	for _, c := range "part3 testnumber77" {
		b.press(string(c))
	}
	live("1 of 10 sessions")
	if rows := column("who", 0); len(rows) != 1 || !strings.Contains(rows[0], "session-00003") {
		t.Errorf("the filter finds %q", rows)
	}
	reach("#who .open", "session-00003")
	b.press("Enter")
	if !eval[bool](b, `document.activeElement.getAttribute('aria-expanded') === 'true' && document.querySelectorAll('#who .detail .steps code').length === 100`) {
		t.Error("the session does not open to its commands")
	}
	if found := eval[int](b, `document.querySelectorAll('#who .detail .found').length`); found != 1 {
		t.Errorf("%d commands are marked", found)
	}
	b.press("Enter")
	if eval[bool](b, `!!document.querySelector('#who .detail')`) {
		t.Error("the session does not close")
	}
	rows := len(column("log", 0))
	eval[bool](b, `document.querySelector('#log').closest('.scroll').nextElementSibling.focus(), true`)
	b.press("Enter")
	if more := len(column("log", 0)); rows != 20 || more != 120 {
		t.Errorf("%d decisions, then %d", rows, more)
	}
	if !eval[bool](b, `document.activeElement.matches('#log tbody th')`) {
		t.Error("the focus is lost")
	}
}

// staysText compares what a browser shows with the commands themselves.
func staysText(t *testing.T, b *browser, path string) {
	b.t = t
	b.visit(path)
	eval[bool](b, `document.querySelectorAll('.open').forEach(o => o.click()), document.querySelectorAll('.more').forEach(o => o.click()), true`)
	if title := eval[string](b, `document.title`); title != "What agents did: All projects" {
		t.Errorf("a command ran: the title is %q", title)
	}
	if n := eval[int](b, `document.querySelectorAll('img, iframe, object, embed, link, form, base, main script:not([type]), [onerror], a[href]:not([href^="#"])').length`); n > 0 {
		t.Errorf("%d elements came from texts", n)
	}
	shown := strings.Join(eval[[]string](b, `[...document.querySelectorAll('code')].map(c => c.textContent)`), "\n")
	for _, want := range append(hostileCommands[:5:5], `tx\u202eeteled`, `a\x00b\x1b[31m`, `\u003c/script>`) {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown", want)
		}
	}
	if data, err := os.ReadFile(path); err != nil || bytes.ContainsAny(data, "\x00\x1b\u202e") {
		t.Errorf("control characters are in the file (%v)", err)
	}
}
