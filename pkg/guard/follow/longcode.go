package follow

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/sql"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// pieceBytes is how much is read at once of a program that is looked through.
const pieceBytes = 4 << 10

// lookThrough searches a program that is too long to be read, or one of too many, for paths
// outside of the directory that it runs in.
func (r *runner) lookThrough(f *onDisk, lang string) {
	f = f.placed(lang)
	stand := r.f.at.Standpoint().Moved(interpret.InFile(&f.FileText, r.x.Span))
	r.f.leave(undoneCode{r: r, stand: stand, language: lang, source: f.Text, long: true})
}

// scanLong reads the pieces of a program that name a home or a path that begins at the
// root, first those that name a whole directory. What they share with the rest is not
// known. It reports whether all of it was looked through.
func (f *follower) scanLong(code *undoneCode) bool {
	source := code.source
	if !f.w.Spend(1 + len(source)/shell.BytesOfStep) {
		return false
	}
	for _, worst := range [...]shell.Reach{shell.ReachesWhole, shell.ReachesOutside} {
		for from := 0; from < len(source); {
			to := pieceEnd(source, from)
			if piece := source[from:to]; reachOfCode(code.language, piece) == worst && !f.scanPiece(code, piece, from, worst) {
				return false
			}
			from = to
		}
	}
	return true
}

// pieceEnd returns where the piece of a program ends that begins at an offset: at the end of
// a line, or of a statement where a line is longer than that.
func pieceEnd(source string, from int) int {
	if len(source)-from <= pieceBytes {
		return len(source)
	}
	piece := source[from : from+pieceBytes]
	if i := strings.LastIndexByte(piece, '\n'); i >= 0 {
		return from + i + 1
	}
	if i := strings.LastIndexAny(piece, ";}"); i >= 0 {
		return from + i + 1
	}
	return from + pieceBytes
}

// pathsInCode begin paths from the root and from a home where they stand in a program; other
// slashes are those of marks and expressions.
var pathsInCode = [...]string{`"/`, "'/", "`/", " /", "~", "HOME"}

// reachOfCode is ReachOf for a program, which may ask the system where a home is. SQL
// reaches the data of others wherever it stands.
func reachOfCode(language, piece string) shell.Reach {
	if strings.Contains(piece, "homedir") || strings.Contains(piece, ".home") {
		return shell.ReachesWhole
	}
	reach := shell.ReachesInside
	if containsAny(piece, pathsInCode[:]) {
		reach = shell.ReachOf(piece)
	}
	if language == "sql" && sql.MayTake(piece) {
		reach = max(reach, shell.ReachesOutside)
	}
	return reach
}

// scanPiece does the steps of a piece that reach as far as that, and reports whether there
// may be another.
func (f *follower) scanPiece(code *undoneCode, piece string, at int, worst shell.Reach) bool {
	if !f.w.Spend(1 + len(piece)/shell.CodeOfStep) {
		return false
	}
	steps, _ := readCode(code.language, piece, f.opt.Functions)
	for i := range steps {
		steps[i].From += at
		steps[i].To += at
		if !f.doStep(code.r, &steps[i], worst) {
			return false
		}
	}
	return true
}

// maxLookedThrough bounds how many files are looked through that programs import.
const maxLookedThrough = 256

// lookThroughImports looks through the files that a program imports beyond those that are
// read, and those that these import.
func (r *runner) lookThroughImports(language string, names []string) {
	for n := 0; len(names) > 0 && n < maxLookedThrough; n++ {
		name := names[0]
		names = names[1:]
		file := r.f.disk.lookUp(r.i, name)
		if file == nil || file.Text == "" || r.f.reading[file.Path] || r.f.seen[file.Path] {
			continue
		}
		if r.f.seen == nil {
			r.f.seen = map[string]bool{}
		}
		r.f.seen[file.Path] = true
		if !file.Unasked {
			file = file.with(file.Text)
			file.Unasked = true
		}
		r.bare(r.x.Span, r.st.Inside(r.call().Program, r.i, "")).lookThrough(file, language)
		names = append(names, r.importsOf(language, file.Path, file.Text)...)
	}
}
