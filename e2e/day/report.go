package main

import (
	"maps"
	"slices"
)

// report prints what the day showed.
func (d *day) report(print func(string, ...any)) {
	ends := make(map[string]int)
	for _, h := range d.calls {
		ends[h.End]++
	}
	print("%d calls in %d sessions:", len(d.calls), len(d.sessions))
	for _, end := range slices.Sorted(maps.Keys(ends)) {
		print(" %d %s", ends[end], end)
	}
	perEvent := 0.0
	if d.w.events > 0 {
		perEvent = float64(d.w.client.Milliseconds()) / float64(d.w.events)
	}
	print("; %d events, %.0f ms each\n\n", d.w.events, perEvent)
	d.printComparison(print)
	t := d.tallies()
	print("calls that ran alone: %d; ends of calls that history does not know: %d\n", t.Alone, d.found.unknown["history"])
	percent := func(n int) float64 { return 100 * float64(n) / float64(max(t.Calls, 1)) }
	print("\nquestions %d, false %d (%.1f per 100 calls), about sweeps %d\n", t.Asked, t.False, percent(t.False), t.Sweeps)
	print("stopped by memory %d, of them ran well %d\n", t.Stops, t.FalseStop)
	print("work of the user or a live session lost: %d in silence, %d with a warning; of an ended session %d in silence\n", t.Missed, t.Warned, t.Ended)
	print("dangerous and passed: %d\n", t.Dangerous)
	for _, e := range t.Examples {
		print("  %s\n", e)
	}
}

// printComparison prints how many answers each surface gave, how many were wrong,
// and each that was.
func (d *day) printComparison(print func(string, ...any)) {
	type pair struct{ surface, with string }
	wrong := make(map[string]int)
	lines, shown := make(map[pair]int), make(map[pair]int)
	for _, f := range d.found.findings {
		wrong[f.Surface]++
		lines[pair{f.Surface, f.With}]++
	}
	print("%-28s %8s %14s %8s\n", "surface", "answers", "contradictions", "unknown")
	names := maps.Clone(d.found.asked)
	for name := range d.found.unknown {
		names[name] += d.found.unknown[name]
	}
	answers, contradictions, unknown := 0, 0, 0
	for _, name := range slices.Sorted(maps.Keys(names)) {
		print("%-28s %8d %14d %8d\n", name, names[name], wrong[name], d.found.unknown[name])
		answers, contradictions, unknown = answers+names[name], contradictions+wrong[name], unknown+d.found.unknown[name]
	}
	truth := 0
	for p, n := range lines {
		if p.with == "truth" || p.with == "hook" {
			truth += n
		}
	}
	print("%-28s %8d %14d %8d\n", "all", answers, contradictions, unknown)
	print("with the truth %d, with each other %d\n", truth, contradictions-truth)
	for _, f := range d.found.findings {
		p := pair{f.Surface, f.With}
		if shown[p]++; shown[p] > 8 {
			continue
		}
		print("  %s, with %s: %s: says %q, is %q\n", f.Surface, f.With, f.About, f.Says, f.Is)
	}
}
