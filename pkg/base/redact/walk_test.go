package redact

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestTraits(t *testing.T) {
	for i := range 256 {
		c := byte(i)
		var want traits
		set := func(on bool, bits traits) {
			if on {
				want |= bits
			}
		}
		set(isWord(c), begins|goesOn)
		set(c == '-', goesOn)
		set(strings.IndexByte("-:@\n;|&$", c) >= 0, stirs)
		set(isBlank(c) || isQuote(c) || strings.IndexByte(`\]=:>.~`, c) >= 0, joins)
		set(isSpace(c) || isQuote(c) || strings.IndexByte(`<>|\`, c) >= 0, endsURL)
		set(strings.IndexByte("Adghn", c) >= 0, leads)
		set(isQuote(c) || strings.IndexByte("\n;&|(:=", c) >= 0, opens)
		escaped := behindEscape("\\"+string(rune(c))+"ey.", 1, 4) == 2
		set(c < 0x80 && (escaped || dottedBeginning(c)), dots)
		if got := traitsOf[c]; got != want {
			t.Errorf("traits of %q: %b, want %b", c, got, want)
		}
	}
}

// dottedBeginning reports whether a token may begin with a byte before a dot.
func dottedBeginning(c byte) bool {
	for second := range 128 {
		if beginsDotted(string([]byte{c, byte(second)})) {
			return true
		}
	}
	return false
}

// The walk stops at every word that a reader knows, wherever it is.
func TestSkipStopsAtKnownWords(t *testing.T) {
	words := []string{"bearer", "Bearer", "BEARER", "login", "password", "hooks", "discord", "discordapp", "chpasswd", "kinit", "cryptsetup", "secret", "secrets"}
	source, err := os.ReadFile("program_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	_, next, _ := strings.Cut(string(source), "func programNamed(")
	next, _, _ = strings.Cut(next, "\n}\n")
	for _, m := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(next, -1) {
		words = append(words, m[1])
	}
	if len(words) < 30 {
		t.Fatalf("only the words %q", words)
	}
	for _, w := range words {
		if start, end := skip("x "+w+" x", 0, true); start != 2 || end != 2+len(w) {
			t.Errorf("%q is passed over", w)
		}
	}
}

// No token is so short that its word is passed over.
func TestSkipStopsAtTokens(t *testing.T) {
	for c := range 128 {
		for _, sh := range shapes(byte(c)) {
			word, _, dot := strings.Cut(sh.prefix, ".")
			if sh.kind == dotted && !dot {
				dot = true // glpat-x.y
			}
			if dot && !beginsDotted(word+".") {
				t.Errorf("%s: a word %q with a dot behind it is passed over", sh.prefix, word)
			}
			if !dot && len(sh.prefix)+sh.least < shortest {
				t.Errorf("%s: a token may have %d characters, fewer than %d", sh.prefix, len(sh.prefix)+sh.least, shortest)
			}
		}
	}
}

// No token of a known length is so short at the end of a line that its word
// is passed over.
func TestSkipStopsAtBrokenTokens(t *testing.T) {
	known := 0
	for c := range 128 {
		for _, sh := range shapes(byte(c)) {
			if sh.whole == 0 {
				continue
			}
			known++
			if sh.whole < sh.least {
				t.Errorf("%s: %d characters are all of a token, which has at least %d", sh.prefix, sh.whole, sh.least)
			}
			text := "x " + sh.prefix + "a\n"
			if start, end := skip(text, 1, true); start != 2 || end != len(text)-1 {
				t.Errorf("%s: a word that begins so is passed over", sh.prefix)
			}
		}
	}
	if known < 10 {
		t.Fatalf("only %d shapes of a known length", known)
	}
}

// Every name that classify knows ends in letters that are let through.
func TestEndsLikeSecret(t *testing.T) {
	source, err := os.ReadFile("name.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(source), "switch last {")
	list, _, _ = strings.Cut(list, "func keyClass")
	names := regexp.MustCompile(`"([a-z]{3,})"`).FindAllStringSubmatch(list, -1)
	if len(names) < 40 {
		t.Fatalf("only %d names", len(names))
	}
	cursors := " set next page continuation sync cancellation unexpected csrf pad eos bos unk disabled "
	for _, m := range names {
		if strings.Contains(cursors, " "+m[1]+" ") {
			continue // words before the last
		}
		for _, name := range []string{m[1], strings.ToUpper(m[1]), "a_" + m[1] + "_2"} {
			if !endsLikeSecret(name) {
				t.Errorf("%q is passed over", name)
			}
		}
	}
}
