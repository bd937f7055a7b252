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
		set(isQuote(c) || strings.IndexByte("\n;&|(:=\\", c) >= 0, opens)
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

// Every name that classify knows ends in letters at which the walk stops.
func TestMayEndName(t *testing.T) {
	source, err := os.ReadFile("secrets_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, function := range []string{"func classOf(", "func classOfJoined(", "var nameEnds "} {
		_, list, _ := strings.Cut(string(source), function)
		list, _, _ = strings.Cut(list, "\n}\n")
		for line := range strings.Lines(list) {
			for _, m := range regexp.MustCompile(`"([^"]{3,})"`).FindAllStringSubmatch(line, -1) {
				names = append(names, m[1][strings.LastIndexByte(m[1], ' ')+1:])
			}
		}
	}
	if len(names) < 60 {
		t.Fatalf("only %d names", len(names))
	}
	for _, n := range names {
		if classify(n) == ordinary && classify("a_"+n) == ordinary {
			continue // only with another word, or for another rule an exception
		}
		for _, name := range []string{n, strings.ToUpper(n), "a_" + n} {
			if !mayEndName(name) {
				t.Errorf("%q is passed over", name)
			}
			if text := name + " = x"; isAlpha(n[0]) && strings.IndexFunc(n, func(r rune) bool { return r >= 0x80 }) < 0 {
				if start, end := skip(text, 0, true); start != 0 || end != len(name) {
					t.Errorf("the walk passes over %q", name)
				}
			}
		}
	}
}
