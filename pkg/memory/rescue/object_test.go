package rescue

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Contents of every size come back, and one that is there is not written again.
func TestContents(t *testing.T) {
	line := "0123456789abcde\n"
	for name, text := range map[string]string{
		"small":                  line,
		"packed":                 strings.Repeat(line, 1000),
		"the largest one packed": strings.Repeat(line, largePlain/len(line)),
		"whole blocks":           strings.Repeat(line, (2*largePlain+blockStart)/len(line)),
		"part of a block":        strings.Repeat(line, 2*largePlain/len(line)) + "end",
		"several parts":          strings.Repeat(line, 5*chunk/len(line)) + "end",
	} {
		t.Run(name, func(t *testing.T) {
			root, s := plainTree(t, map[string]string{"a": text})
			state := take(t, s, AtCommand)
			object := filepath.Join(s.objects(), state.entries["a"].Hash)
			first, err := os.Stat(object)
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(root, "b"), text)
			take(t, s, AtCommand)
			if again, err := os.Stat(object); err != nil || !os.SameFile(first, again) || again.ModTime() != first.ModTime() {
				t.Errorf("written again: %v", err)
			}
			if err := os.Remove(filepath.Join(root, "a")); err != nil {
				t.Fatal(err)
			}
			apply(t, s, state.ID, Options{End: ended(t, s)})
			if got, err := os.ReadFile(filepath.Join(root, "a")); err != nil || string(got) != text {
				t.Errorf("%d bytes came back of %d: %v", len(got), len(text), err)
			}
		})
	}
}

// What was kept by a version before this one is read.
func TestContentOfAnEarlierVersion(t *testing.T) {
	text := strings.Repeat("0123456789abcde\n", 2*largePlain/16)
	root, s := plainTree(t, map[string]string{"a": text})
	state := take(t, s, AtCommand)
	put(t, filepath.Join(s.objects(), state.entries["a"].Hash), string(plain)+text)
	if err := os.Remove(filepath.Join(root, "a")); err != nil {
		t.Fatal(err)
	}
	apply(t, s, state.ID, Options{End: ended(t, s)})
	if got, err := os.ReadFile(filepath.Join(root, "a")); err != nil || string(got) != text {
		t.Errorf("%d bytes came back of %d: %v", len(got), len(text), err)
	}
}
