package webpage

// waits is what the page begins with: what to accept, allow and fix, each with the
// command to copy.
func (m *markup) waits(p *Page) {
	if len(p.Waits) == 0 {
		m.lede(p, "", "Nothing waits for your decision.")
		return
	}
	m.lede(p, "waits", "What only you can decide, with the command for it. A click selects a command.")
	t := table{
		id: "deeds", alone: true, caption: "What waits for you", thing: "things to decide", room: roomSmall / 2, more: p.More["deeds"],
		columns: []column{{"What", code, ""}, {"To do", words, ""}, {"Why", words, ""}, {"Type", code, ""}, {"Or", code, ""}},
	}
	for i := range p.Waits {
		w := &p.Waits[i]
		t.rows = append(t.rows, []cell{{text: w.What}, status(w.Deed), text(w.Why), {text: w.Command}, {text: w.Or}})
	}
	m.table(&t)
}
