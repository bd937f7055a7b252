package lint

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// lines is a set of lines, in rising order and apart from each other.
type lines struct{ ranges []lineRange }

// lineRange is the lines from first to last, counted from 1.
type lineRange struct{ first, last int }

// touch reports whether one of the lines from first to last is in the set.
func (l *lines) touch(first, last int) bool {
	i := sort.Search(len(l.ranges), func(i int) bool { return l.ranges[i].last >= first })
	return i < len(l.ranges) && l.ranges[i].first <= last
}

// readDiff reads the new lines of each file out of a unified diff. It counts
// the lines of a hunk without reading them, because they may look like
// headers.
func readDiff(r *bufio.Reader) (map[string]*lines, error) {
	added := make(map[string]*lines)
	var current *lines
	left := 0 // lines of the hunk
	for {
		line, err := readDiffLine(r)
		if err == io.EOF {
			return added, nil
		}
		if err != nil {
			return nil, err
		}
		switch {
		case left > 0 && (line[0] == '+' || line[0] == '-' || line[0] == ' '):
			left--
		case strings.HasPrefix(line, "diff --git "):
			current = nil
		case strings.HasPrefix(line, "+++ "):
			name, ok := diffName(line[len("+++ "):])
			if ok {
				current = &lines{}
				added[name] = current
			}
		case strings.HasPrefix(line, "@@ "):
			old, now, ok := hunk(line)
			if !ok {
				return nil, fmt.Errorf("git diff: %q is not a hunk", line)
			}
			left = old.last - old.first + now.last - now.first + 2
			if current != nil && now.last >= now.first {
				current.ranges = append(current.ranges, now)
			}
		}
	}
}

// readDiffLine reads a line, or the beginning of a long one: lines of a hunk
// are not needed, and headers are short.
func readDiffLine(r *bufio.Reader) (string, error) {
	part, err := r.ReadSlice('\n')
	line := string(part)
	for err == bufio.ErrBufferFull {
		_, err = r.ReadSlice('\n')
	}
	if err != nil && (err != io.EOF || line == "") {
		return "", err
	}
	if line = strings.TrimSuffix(line, "\n"); line == "" {
		line = " " // an empty line of context, as some write it
	}
	return line, nil
}

// hunk reads "@@ -1,2 +3,4 @@ where". A count of 0 gives an empty range.
func hunk(line string) (old, now lineRange, ok bool) {
	f := strings.Fields(line)
	if len(f) < 4 || f[1][0] != '-' || f[2][0] != '+' {
		return old, now, false
	}
	old, ok1 := hunkRange(f[1][1:])
	now, ok2 := hunkRange(f[2][1:])
	return old, now, ok1 && ok2
}

func hunkRange(s string) (lineRange, bool) {
	from, count, counted := strings.Cut(s, ",")
	first, err := strconv.Atoi(from)
	n := 1
	if err == nil && counted {
		n, err = strconv.Atoi(count)
	}
	return lineRange{first, first + n - 1}, err == nil
}

// diffName reads the name of a file as git writes it in a header: quoted with
// escapes when it needs them, with a tab after it when it holds blanks.
func diffName(s string) (string, bool) {
	s = strings.TrimSuffix(s, "\t")
	if strings.HasPrefix(s, `"`) {
		var err error
		// Git's escapes, including octal ones, are those of Go.
		if s, err = strconv.Unquote(s); err != nil {
			return "", false
		}
	}
	return strings.CutPrefix(s, "b/")
}

func sortedKeys(m map[string]*lines) []string { return slices.Sorted(maps.Keys(m)) }
