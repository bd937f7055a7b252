package rule

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// everything is a model in which every field is set.
var everything = Command{
	Names: []string{"p", "q"}, Type: "Git", Style: POSIX, Depth: 300,
	Options: []Option{
		{Names: []string{"-o", "--output"}, Arg: RequiredArg, Role: "file:shell", Strip: "exec="},
		{Names: []string{"-exec"}, Arg: UntilArg},
		{Names: strings.Split("-a -b -c -d -e -f -g -h -i -j -k -l -m -n -p -q", " ")},
		{},
	},
	SubOptions: []SubOptions{{Sub: []string{"a b", "c"}, Options: []Option{{Names: []string{"-x"}, Arg: OptionalArg}}}},
	Harmless:   []string{"--help"},
	Nested: []Nested{{
		Sub: []string{"exec"}, When: []string{"-c"}, Unless: []string{"-s"}, Skip: 1, Assign: true,
		As: AsText, Lang: "python", Where: "remote", Alone: true, Items: true,
	}},
	Settings: []Setting{{
		Keys: []string{"core.pager"}, Value: []string{"!*"}, Run: true, Strip: "!", Lead: "git", Programs: []string{"less"}, Do: Run, What: "a pager",
	}},
	Verbs: []Verb{{
		Sub: []string{"rm"}, Any: []string{"-a"}, All: []string{"-b"}, None: []string{"-n"}, Operand: []string{"*"},
		Min: 1, Max: 2, Type: "Docker", Effects: []Effect{
			{Do: Delete, On: "operands", Recursive: []string{"-r"}, Force: []string{"*"}, What: strings.Repeat("w", 200), Scale: "all"},
			{Do: Read},
		},
	}},
}

func TestPack(t *testing.T) {
	for _, tt := range []struct {
		name string
		want Command
	}{
		{"empty", Command{}},
		{"name", Command{Names: []string{"ls"}}},
		{"everything", everything},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Unpack(Pack(&tt.want))
			if !ok {
				t.Fatal("refused")
			}
			for i := range got.SubOptions {
				s := &got.SubOptions[i]
				*s = SubOptions{Sub: s.Sub, Options: s.All()}
			}
			got.Settings, got.Later = got.AllSettings(), nil
			if diff := cmp.Diff(&tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What has been cut off, and what has something behind it, is refused.
func TestUnpackRefuses(t *testing.T) {
	packed := Pack(&everything)
	for i := range packed {
		if _, ok := Unpack(packed[:i]); ok {
			t.Errorf("took the first %d of %d bytes", i, len(packed))
		}
	}
	for _, tt := range []struct{ name, packed string }{
		{"something behind", packed + "\x00"},
		{"room for more texts", string(packed[0]+1) + packed[1:]},
		{"more than there is", "\xff\xff\xff\x7f\x00\x00"},
		{"number without end", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if c, ok := Unpack(tt.packed); ok {
				t.Errorf("took it for %v", c)
			}
		})
	}
}

// FuzzUnpack states that no text breaks Unpack, and that what it takes comes
// back the same from being packed.
func FuzzUnpack(f *testing.F) {
	f.Add(Pack(&Command{}))
	f.Add(Pack(&everything))
	f.Add("\xff\xff\xff\x7f\x00\x00")
	f.Fuzz(func(t *testing.T, packed string) {
		c, ok := Unpack(packed)
		if !ok {
			return
		}
		want := Pack(c)
		again, ok := Unpack(want)
		if !ok {
			t.Fatal("refused what it took before")
		}
		if got := Pack(again); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
