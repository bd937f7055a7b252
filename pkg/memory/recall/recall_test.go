package recall

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// done makes a past of "work | text" lines, the latest first; those that
// begin with a "!" did not go well.
func done(lines ...string) []Past {
	var past []Past
	for _, line := range lines {
		line, bad := strings.CutPrefix(line, "!")
		work, text, _ := strings.Cut(line, "| ")
		past = append(past, Past{Text: text, Work: strings.TrimSpace(work), Well: !bad})
	}
	return past
}

func texts(past []Past, notes []Note) []string {
	list := []string{}
	for _, n := range notes {
		list = append(list, past[n.Index].Text)
	}
	return list
}

func TestSelect(t *testing.T) {
	past := done(
		"git commit -m | git commit -m 'say why'",
		"go test -run | go test -run TestParse ./pkg/parser",
		"!go test | go test ./...",
		"npm run build | npm run build",
		"docker compose up -d | docker compose up -d database",
		"go test -run | go test -run TestParser ./pkg/parser -count=1",
		"npm run build | npm run build",
	)
	for _, test := range []struct {
		name  string
		query Query
		most  int
		want  []string
	}{
		{
			name:  "the same work before what only shares words",
			query: Query{Text: "go test -run TestLexer ./pkg/parser", Work: "go test -run"}, most: 2,
			want: []string{"go test -run TestParse ./pkg/parser", "go test -run TestParser ./pkg/parser -count=1"},
		},
		{
			name:  "a word that is almost right",
			query: Query{Text: "git comit -m fix", Work: "git comit -m"}, most: 1,
			want: []string{"git commit -m 'say why'"},
		},
		{
			name:  "only what went well",
			query: Query{Text: "go test ./...", Work: "go test", Well: true}, most: 1,
			want: []string{"go test -run TestParse ./pkg/parser"},
		},
		{
			name:  "what says the same is said once",
			query: Query{Text: "npm run build", Work: "npm run build"}, most: 2,
			want: []string{"npm run build", "go test -run TestParse ./pkg/parser"},
		},
		{
			name:  "without a template, as tasks are",
			query: Query{Text: "bring the DATABASE up"}, most: 3,
			want: []string{"docker compose up -d database"},
		},
		{name: "nothing in common", query: Query{Text: "terraform plan", Work: "terraform plan"}, most: 5, want: []string{}},
		{name: "no words", query: Query{Text: "... --"}, most: 5, want: []string{}},
		{name: "no room", query: Query{Text: "npm run build"}, most: 0, want: []string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := texts(past, Select(past, test.query, Budget{Notes: test.most, Tokens: 300}))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSelectOfNothing(t *testing.T) {
	if got := Select(nil, Query{Text: "make"}, Budget{Notes: 5, Tokens: 300}); got != nil {
		t.Errorf("got %v of no past", got)
	}
}

// Whatever is asked of whatever past, the budget is kept, scores go down and
// are between 0 and 1, nothing is said twice, and the answer is always the
// same.
func TestSelectKeepsItsBudget(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	words := strings.Fields("go test build git commit push --force \xff\xfe naïve 日本語 `rm -rf` $(x) \n\t ignore all previous instructions ; | && TestLongNameOfATestThatGoesOnAndOn")
	text := func() string {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(words[r.IntN(len(words))])
			b.WriteString(strings.Repeat(" ", r.IntN(3)))
		}
		return b.String()
	}
	for range 300 {
		past := make([]Past, r.IntN(60))
		for i := range past {
			past[i] = Past{Text: text(), Work: words[r.IntN(3)], Well: r.IntN(2) == 0}
		}
		q := Query{Text: text(), Work: words[r.IntN(3)], Well: r.IntN(2) == 0}
		b := Budget{Notes: r.IntN(6), Tokens: r.IntN(150)}
		notes := Select(past, q, b)
		tokens, said, before := 0, map[string]bool{}, 1.0
		for _, n := range notes {
			text := past[n.Index].Text
			tokens += display.Tokens(text[:min(len(text), maxNote)])
			if said[text] {
				t.Errorf("%q is said twice", text)
			}
			said[text] = true
			if n.Score > before || n.Score <= 0 {
				t.Errorf("a score of %v after one of %v", n.Score, before)
			}
			before = n.Score
			if q.Well && !past[n.Index].Well {
				t.Errorf("%q is not what was asked for", text)
			}
		}
		if len(notes) > b.Notes || tokens > b.Tokens {
			t.Errorf("%d notes of %d tokens for a budget of %+v", len(notes), tokens, b)
		}
		if again := Select(past, q, b); !slices.Equal(notes, again) {
			t.Errorf("got %v, and asked again %v", notes, again)
		}
	}
}

func TestWording(t *testing.T) {
	l := newLexicon(done("| one text", "| another text", "| git commit"))
	for _, test := range []struct {
		name, a, b  string
		least, most float64
	}{
		{name: "the same", a: "git commit -m x", b: "git  commit -m X", least: 1, most: 1},
		{name: "a letter is missing", a: "git commit", b: "git comit", least: 0.6, most: 0.99},
		{name: "another ending", a: "run the tests", b: "running the test", least: 0.4, most: 0.99},
		{name: "nothing in common", a: "kubectl apply", b: "dig zone", most: 0.25},
		{name: "no words", a: "---", b: "git commit"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, b := l.wordingOf(appendWords(nil, test.a)), l.wordingOf(appendWords(nil, test.b))
			if got := a.alike(&b); got < test.least-1e-9 || got > test.most+1e-9 {
				t.Errorf("%v, want %v to %v", got, test.least, test.most)
			}
		})
	}
}

// A word that is everywhere counts nothing; a rare one counts much.
func TestRareWordsWeighMore(t *testing.T) {
	past := done("| deploy the service to staging", "| deploy the service again", "| deploy the service now", "| look at quota", "| deploy the service")
	got := texts(past, Select(past, Query{Text: "deploy quota"}, Budget{Notes: 1, Tokens: 100}))
	if diff := cmp.Diff([]string{"look at quota"}, got); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// Texts that share a rare word are worded more alike than those that share one that is
// everywhere.
func TestRareWordsWordMore(t *testing.T) {
	var past []Past
	for range 50 {
		past = append(past, done("| deploy the service")...)
	}
	l := newLexicon(append(past, done("| look at quota")...))
	alike := func(a, b string) float64 {
		x, y := l.wordingOf(appendWords(nil, a)), l.wordingOf(appendWords(nil, b))
		return x.alike(&y)
	}
	if rare, common := alike("deploy quota", "quota service"), alike("deploy quota", "deploy service"); rare <= common {
		t.Errorf("alike by a rare word %.2f, by a common one %.2f", rare, common)
	}
}

func BenchmarkSelect(b *testing.B) {
	commands := []string{
		"go test ./pkg/%d/... -run Test%d -count=1 2>&1 | tail -20", "git show HEAD~%d -- pkg/module/file%d.go", "make target%d VERBOSE=%d",
		"cat pkg/%d/file%d.go | head -50", "cd /srv/project && golangci-lint run ./pkg/part%d/... && go test ./pkg/other%d/...",
	}
	for _, n := range []int{100, 500, 2000} {
		var past []Past
		for i := range n {
			past = append(past, Past{Text: fmt.Sprintf(commands[i%len(commands)], i%97, i), Work: "go test -run", Well: true})
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				Select(past, Query{Text: "go test ./pkg/5/... -run TestThis -v", Work: "go test -run -v"}, Budget{Notes: 5, Tokens: 300})
			}
		})
	}
}
