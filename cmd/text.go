package cmd

import (
	"fmt"
	"strings"
)

// This file puts words and numbers into the form in which people read them.

// brief is the first line of a text, cut to what a line of a list holds.
func brief(s string) string {
	const most = 110
	s = firstLine(s)
	if r := []rune(s); len(r) > most {
		s = string(r[:most-2]) + ".."
	}
	return s
}

// firstLine is the first line of a text, marked where there are more.
func firstLine(s string) string {
	line, _, more := strings.Cut(s, "\n")
	if more {
		line += " .."
	}
	return line
}

// commandLines shows commands one below the other, the further lines of one
// set in.
func commandLines(commands ...string) []string {
	var out []string
	for _, c := range commands {
		for i, l := range strings.Split(strings.TrimRight(c, "\n"), "\n") {
			if i > 0 {
				l = "  " + l
			}
			out = append(out, l)
		}
	}
	return out
}

const (
	fieldWidth = len("instead") + 2
	textWidth  = 80 - 2 - fieldWidth
)

// wrap breaks a text into lines of textWidth at blanks. Its own line ends
// are those of the file it was written in and mean nothing.
func wrap(s string) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) > textWidth:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// each puts every word into other words.
func each[T ~string](list []T, words func(T) string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = words(s)
	}
	return out
}

// or lists words: a, b or c.
func or(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// and lists words: a, b and c.
func and(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

// bytesWords is a size as people read it.
func bytesWords(n int64) string {
	const unit = 1024
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	size, names := float64(n)/unit, []string{"KiB", "MiB", "GiB"}
	for size >= unit && len(names) > 1 {
		size, names = size/unit, names[1:]
	}
	return fmt.Sprintf("%.1f %s", size, names[0])
}

// few returns the first items of a long list, and how many more there are.
func few(list []string) []string {
	const most = 12
	if len(list) <= most+1 {
		return list
	}
	return append(list[:most:most], fmt.Sprintf("and %d more", len(list)-most))
}

// lines splits a text into lines; an empty one has none.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimRight(text, "\n"), "\n")
}
