// Package redact masks secrets in text before it reaches a disk, a log, a
// model or a screen. It knows the forms and names of secrets, and how random a
// text looks beside words for them. It uses no file and no network, and never
// says what it masked.
package redact

import (
	"strings"
	"unicode/utf8"
)

// Mask replaces a secret.
const Mask = "[redacted]"

// Text is text without secrets. Only Clean makes one, so a function that takes
// a Text cannot get raw text.
type Text struct{ s string }

// maxPasses bounds how often a text is cleaned until it no longer changes. One
// pass is almost always enough. Masking can join two harmless neighbours,
// which the next pass sees.
const maxPasses = 6

// Clean masks every secret that it recognises. It is idempotent. The time is
// linear in the length of s.
func Clean(s string) Text {
	for range maxPasses {
		masked := pass(s)
		if masked == s {
			if masked = bare(s); masked == s {
				return Text{s}
			}
		}
		s = masked
	}
	// A text that keeps changing was made to confuse the scanner. Withholding
	// it keeps the promise of the type.
	return Text{Mask}
}

// shortestValue is the least length of a secret that is searched for by its
// value: a shorter one occurs in words.
const shortestValue = 8

// CleanAfter cleans an output. It also masks the secrets of the command that
// printed it, wherever they occur.
func CleanAfter(command, output string) Text {
	output, _ = answered(command, output, false)
	return CleanBeside(command, output)
}

// CleanBeside cleans a text about a command. It also masks the secrets of the command, which
// nothing in the text may tell.
func CleanBeside(command, text string) Text {
	sc := scanner{in: command, login: -1, notes: true}
	sc.walk()
	for _, value := range sc.found {
		if value = strings.Trim(value, "\"'"); len(value) >= shortestValue || isTyped(value) {
			text = strings.ReplaceAll(text, value, Mask)
		}
	}
	return Clean(text)
}

// String returns the text.
func (t Text) String() string { return t.s }

// MarshalText returns the text, so that it is a string in JSON.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.s), nil }

// UnmarshalText cleans what it reads: others can change a file.
func (t *Text) UnmarshalText(data []byte) error {
	*t = Clean(string(data))
	return nil
}

// IsZero reports whether there is no text.
func (t Text) IsZero() bool { return t.s == "" }

// Cut returns at most limit bytes of the text. A cut text ends in an ellipsis,
// never inside a character.
func (t Text) Cut(limit int) Text {
	const more = "…"
	if len(t.s) <= limit {
		return t
	}
	if limit < len(more) {
		return Text{}
	}
	n := limit - len(more)
	for n > 0 && !utf8.RuneStart(t.s[n]) {
		n--
	}
	return Text{t.s[:n] + more}
}

// Sub returns the part of the text between two byte offsets.
func (t Text) Sub(from, to int) Text { return Text{t.s[from:to]} }

// Omit returns the text with another in place of what is between two byte
// offsets.
func (t Text) Omit(from, to int, instead Text) Text {
	return Text{t.s[:from] + instead.s + t.s[to:]}
}

// Len returns the length in bytes.
func (t Text) Len() int { return len(t.s) }
