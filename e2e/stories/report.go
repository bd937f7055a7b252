package main

import (
	"fmt"
	"io"
	"strings"
)

// result is what became of a story.
type result struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Skipped string `json:"skipped,omitempty"` // the tool that is missing
	Error   string `json:"error,omitempty"`
	Scratch string `json:"scratch,omitempty"`
	Steps   []told `json:"steps,omitempty"`

	todo string
}

// tally counts what was told.
type tally struct{ told, right, useful, harmful, unlabelled, missed int }

func (t *tally) add(o tally) {
	t.told += o.told
	t.right += o.right
	t.useful += o.useful
	t.harmful += o.harmful
	t.unlabelled += o.unlabelled
	t.missed += o.missed
}

func (t tally) holds() bool { return t.harmful+t.unlabelled+t.missed == 0 }

func (t tally) String() string {
	return fmt.Sprintf("%6d %6d %6d %8d %11d %7d", t.told, t.right, t.useful, t.harmful, t.unlabelled, t.missed)
}

func (r *result) tally() tally {
	var t tally
	for _, s := range r.Steps {
		t.missed += len(s.Missed)
		for _, said := range s.Sentences {
			t.told++
			switch said.Worth {
			case useful:
				t.useful++
				t.right++
			case useless:
				t.right++
			case harmful:
				t.harmful++
			case unlabelled:
				t.unlabelled++
			}
		}
	}
	return t
}

// report prints a row for each story, and one for all.
func report(w io.Writer, results []result, verbose bool) {
	var all tally
	skipped := 0
	fmt.Fprintf(w, "%-34s %6s %6s %6s %8s %11s %7s\n", "story", "told", "right", "useful", "harmful", "unlabelled", "missed")
	for i := range results {
		r := &results[i]
		t := r.tally()
		switch {
		case r.Skipped != "":
			skipped++
			fmt.Fprintf(w, "%-34s skipped: no %s\n", r.Name, r.Skipped)
			continue
		case r.Error != "":
			fmt.Fprintf(w, "%-34s FAILED: %s\n", r.Name, r.Error)
		default:
			fmt.Fprintf(w, "%-34s %s\n", r.Name, t)
		}
		all.add(t)
		if verbose || r.Error != "" || !t.holds() {
			r.print(w, verbose || r.Error != "")
		}
	}
	fmt.Fprintf(w, "%-34s %s\n", fmt.Sprintf("%d stories, %d skipped", len(results), skipped), all)
	if all.told > 0 {
		fmt.Fprintf(w, "useful: %d %% of what was told\n", 100*all.useful/all.told)
	}
}

// print shows the steps of a story: all, or those whose labels do not hold.
func (r *result) print(w io.Writer, all bool) {
	if r.Scratch != "" {
		fmt.Fprintf(w, "  in %s\n", r.Scratch)
	}
	for _, s := range r.Steps {
		bad := len(s.Missed) > 0
		for _, said := range s.Sentences {
			bad = bad || said.Worth == harmful || said.Worth == unlabelled
		}
		if !bad && !all {
			continue
		}
		denied := ""
		if s.Denied {
			denied = " (denied)"
		}
		fmt.Fprintf(w, "  %4d %s%s\n", s.Line, s.Step, denied)
		if all {
			for line := range strings.Lines(lastLines(s.Output, 12)) {
				fmt.Fprintf(w, "       | %s\n", strings.TrimRight(line, "\n"))
			}
		}
		for _, said := range s.Sentences {
			fmt.Fprintf(w, "       %-10s %s\n", worths[said.Worth], said.Text)
		}
		for _, m := range s.Missed {
			fmt.Fprintf(w, "       %-10s %s\n", "MISSED", m)
		}
	}
}

// lastLines returns the end of a text.
func lastLines(s string, most int) string {
	lines := strings.Split(s, "\n")
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}
