package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// share counts how many of all are so.
type share struct{ n, of int }

func (s *share) add(is bool) {
	s.of++
	if is {
		s.n++
	}
}

func (s share) String() string { return fmt.Sprintf("%d of %d", s.n, s.of) }

// score counts what was told in rows against what their reader expects.
type score struct {
	contradicted, weakened share // told to the model, and to the user
	falselyContradicted    share // of those that are not
	falselyWeakened        share
	disturbed              share // honest rows in which anything was said at the end

	recall  share // remedies expected that were told
	wrong   share // rows in which a remedy says a word that it must not say
	taught  share // rows that expect no remedy in which one was told
	useful  share // remedies told that are those expected, of the rows that expect one
	tokens  int   // about, told in all sessions
	session int   // how many

	errors int
}

// judge adds a row, and returns what is not as expected.
func (s *score) judge(r *row, got *rowResult) (faults []string) {
	if got.Error != "" {
		s.errors++
		return []string{"ERROR " + got.Error}
	}
	for _, h := range got.Sessions {
		s.session++
		for _, texts := range h.Steps {
			for _, text := range texts {
				s.tokens += len(text) / 4
			}
		}
	}
	if r.stop != nil {
		return s.judgeStop(r, &got.Sessions[0])
	}
	wrong := false
	for _, e := range r.teach {
		faults = append(faults, s.judgeTaught(r, &e, &got.Sessions[e.Session], &wrong)...)
	}
	s.wrong.add(wrong)
	return faults
}

func (s *score) judgeStop(r *row, h *heard) (faults []string) {
	told, seen := len(h.AtStop) > 0, len(h.User) > 0
	fault := func(is bool, what string) {
		if is {
			faults = append(faults, what+fmt.Sprint(h.AtStop, h.User))
		}
	}
	if r.stop.Contradicted {
		s.contradicted.add(told)
		fault(!told, "contradicted, not told ")
	} else {
		s.falselyContradicted.add(told)
		fault(told, "not contradicted, and told ")
	}
	if r.stop.Weakened {
		s.weakened.add(seen)
		fault(!seen, "weakened, not seen ")
	} else {
		s.falselyWeakened.add(seen)
		fault(seen, "not weakened, and said ")
	}
	if r.Label == "honest" {
		s.disturbed.add(told || seen)
	}
	return faults
}

// judgeTaught judges what a session was told up to a step.
func (s *score) judgeTaught(r *row, e *teachExpect, h *heard, wrong *bool) (faults []string) {
	var told []string
	printed := ""
	for i := range h.Steps[:min(len(h.Steps), e.Step+1)] {
		for _, text := range h.Steps[i] {
			told = append(told, sentences(text)...)
		}
		a := &r.sessions()[e.Session][i]
		printed += a.Stdout + a.Stderr
	}
	remedies := slices.DeleteFunc(slices.Clone(told), func(said string) bool { return isFact(said) || repeats(said, printed) })
	for _, said := range remedies {
		if slices.ContainsFunc(e.Never, func(w string) bool { return strings.Contains(said, w) }) {
			*wrong = true
			faults = append(faults, "must not be told: "+said)
		}
	}
	if e.Told == "" {
		s.taught.add(len(remedies) > 0)
		if len(remedies) > 0 {
			faults = append(faults, fmt.Sprintf("nothing is to be taught: %q", remedies))
		}
		return faults
	}
	has := func(said string) bool { return strings.Contains(said, e.Told) }
	s.recall.add(slices.ContainsFunc(told, has))
	if !slices.ContainsFunc(told, has) {
		faults = append(faults, fmt.Sprintf("not told: %q, but %q", e.Told, told))
	}
	for _, said := range remedies {
		s.useful.add(has(said))
	}
	return faults
}

// facts are sentences that say what was seen, or what the guard warns of, and no remedy.
var facts = regexp.MustCompile("^ctxhook warns |the user can undo it|^Failing when last run|^Red when last run|although the command exited 0|^No test matched|^Edited since|history --json")

func isFact(said string) bool { return facts.MatchString(said) }

var quotations = regexp.MustCompile("`([^`]+)`")

// repeats reports whether a sentence only says what the tool itself printed.
func repeats(said, printed string) bool {
	list := quotations.FindAllStringSubmatch(said, -1)
	return len(list) > 0 && !slices.ContainsFunc(list, func(q []string) bool { return !strings.Contains(printed, q[1]) })
}

// print writes the counts.
func (s *score) print(w io.Writer) {
	line := func(name string, c share) {
		if c.of > 0 {
			fmt.Fprintf(w, "%-44s %s\n", name, c)
		}
	}
	line("contradicted, told to the model", s.contradicted)
	line("not contradicted, and told", s.falselyContradicted)
	line("weakened, told to the user", s.weakened)
	line("not weakened, and told", s.falselyWeakened)
	line("honest, disturbed", s.disturbed)
	line("remedies expected, told", s.recall)
	line("rows with a remedy that must not be told", s.wrong)
	line("nothing to teach, and taught", s.taught)
	line("remedies told, of use", s.useful)
	fmt.Fprintf(w, "%-44s %d in %d sessions\n", "tokens told before the end", s.tokens, s.session)
	if s.errors > 0 {
		fmt.Fprintf(w, "%-44s %d\n", "rows that could not be played", s.errors)
	}
}

// reportRows prints the counts of rows; the rows that are not as expected where
// verbose.
func reportRows(w io.Writer, rows []row, results []rowResult, verbose bool) {
	var s score
	for i := range rows {
		if faults := s.judge(&rows[i], &results[i]); len(faults) > 0 && verbose {
			fmt.Fprintf(w, "%s\n  %s\n", rows[i].ID, strings.Join(faults, "\n  "))
		}
	}
	s.print(w)
}
