package follow

import (
	"sort"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// readCode lists what program text would do. Where the reader of its language fails,
// the parts that it can read are listed, and ok is false.
func readCode(language, src string, functions rule.Functions) (steps []lang.Step, ok bool) {
	src = src[:min(len(src), lang.MaxBytes)]
	if steps, ok = attemptCode(language, src, functions); ok {
		return steps, true
	}
	return readParts(language, src, functions), false
}

// attemptCode reads program text and reports whether its reader did not fail.
func attemptCode(language, src string, functions rule.Functions) (steps []lang.Step, ok bool) {
	defer func() {
		if !ok && recover() != nil {
			steps = nil
		}
	}()
	return readLanguage(language, src, functions), true
}

// readParts reads a text whose reader fails without the lines at which it does. Of those
// it reads what stands between semicolons, and where it cannot, the strings are taken for
// commands.
func readParts(language, src string, functions rule.Functions) (steps []lang.Step) {
	read := func(from, to int) bool {
		part, ok := attemptCode(language, src[from:to], functions)
		if ok {
			for i := range part {
				part[i].From += from
				part[i].To += from
			}
			steps = append(steps, part...)
		}
		return ok
	}
	var ends []int // of the lines that are not read
	for line := range strings.Lines(src) {
		ends = append(ends, len(line))
		if n := len(ends); n > 1 {
			ends[n-1] += ends[n-2]
		}
	}
	from := 0
	for tries := 0; len(ends) > 0 && tries < maxBrokenLines && !read(from, len(src)); tries++ {
		broken := sort.Search(len(ends)-1, func(i int) bool {
			_, ok := attemptCode(language, src[from:ends[i]], functions)
			return !ok
		})
		line := from
		if broken > 0 {
			line = ends[broken-1]
			read(from, line)
		}
		for _, part := range strings.SplitAfter(src[line:ends[broken]], ";") {
			to := line + len(part)
			if !read(line, to) {
				for _, s := range shell.Quoted(part) {
					steps = append(steps, lang.Step{Text: s, From: line, To: to})
				}
			}
			line = to
		}
		from, ends = ends[broken], ends[broken+1:]
		if tries == maxBrokenLines-1 { // and the others each on its own
			for _, end := range ends {
				read(from, end)
				from = end
			}
		}
	}
	return steps
}

// maxBrokenLines bounds how many lines are looked for at which a reader fails.
const maxBrokenLines = 4
