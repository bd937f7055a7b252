package rulefile

import (
	"os"
	"strings"
	"testing"
)

func TestParseWords(t *testing.T) {
	data, err := os.ReadFile("../../../rules/words.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := string(data)
	if _, err := ParseWords("w", data); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ old, new, want string }{
		{"\nverb-pays:", "\nverb-pay:", `unknown key "verb-pay" in the file: did you mean verb-pays?`},
		{"[buy, purchase,", "[buy, buy,", `"buy" twice`},
		{"[buy, purchase,", "[buy, buy out,", `"buy out": write one word, without globs`},
		{"[buy, purchase,", "[buy, 'buy*',", `"buy*": write one word, without globs`},
	} {
		broken := strings.Replace(file, tc.old, tc.new, 1)
		if _, err := ParseWords("w", []byte(broken)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q for %q: error %v, want %s", tc.new, tc.old, err, tc.want)
		}
	}
}
