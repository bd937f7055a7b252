package rule

import "testing"

func TestTraitsOf(t *testing.T) {
	m := &Command{Names: []string{"stir", "shake"}, Traits: LazyOf([]TraitRow{
		{Program: []string{"shake"}, Is: Noise},
		{Sub: []string{""}, Is: ReadOnly},
		{Program: []string{"shake"}, Sub: []string{"well"}, Is: Records},
		{Sub: []string{"*"}, Is: Launcher},
		{Is: Viewer},
	}...)}
	for _, tt := range []struct {
		name, program, sub string
		want, wantSub      Trait
	}{
		{"alone", "stir", "", Viewer, ReadOnly},
		{"with a word", "stir", "well", Viewer, Launcher},
		{"by another name", "shake", "", Noise, ReadOnly},
		{"by another name with a word", "shake", "well", Noise, Records},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, sub := m.TraitsOf(tt.program), m.SubTraits(tt.program, tt.sub); got != tt.want || sub != tt.wantSub {
				t.Errorf("got %b and %b, want %b and %b", got, sub, tt.want, tt.wantSub)
			}
		})
	}
	var none *Command
	if got := none.TraitsOf("x") | none.SubTraits("x", ""); got != 0 {
		t.Errorf("a program that nothing is known of: %b", got)
	}
}

func TestTraitWords(t *testing.T) {
	if 1<<len(Traits) != Partial<<1 {
		t.Errorf("%d words, and the last trait is %b", len(Traits), OpensTerminal)
	}
	for i, word := range Traits {
		if got := TraitNamed(word); got != 1<<i {
			t.Errorf("%s: got %b", word, got)
		}
	}
	if got := TraitNamed(TraitViewer); got != Viewer {
		t.Errorf("%s: got %b", TraitViewer, got)
	}
}
