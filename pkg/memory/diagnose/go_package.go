package diagnose

import "strings"

// inPackage returns a file with its directory, if it was printed without one
// and the first summary line of go test below it names the package. What all
// packages of the output have in common is left out: that is the module, or a
// directory that the rest of the path begins in.
func (e *examiner) inPackage(file string, at int) string {
	if strings.ContainsAny(file, `/\`) || !strings.HasSuffix(file, ".go") {
		return file
	}
	own, module := "", ""
	for _, p := range e.goPackages() {
		if own == "" && p.from > at {
			own = p.name
		}
		if module == "" {
			module = p.name
		}
		module = commonDir(module, p.name)
	}
	if dir := strings.TrimPrefix(own, module); dir != own && len(dir) > 1 {
		return dir[1:] + "/" + file
	}
	for i := range e.out.Script.Calls {
		for _, w := range e.out.Script.Calls[i].Argv {
			if dir, ok := strings.CutPrefix(w.String(), "./"); ok && dir != "" && strings.HasSuffix(own, "/"+dir) {
				return dir + "/" + file
			}
		}
	}
	return file
}

// goPackage is a package that go test sums up in a line.
type goPackage struct {
	name string
	from int // start of the line
}

// goPackages returns the packages that go test sums up in the output.
func (e *examiner) goPackages() []goPackage {
	if e.packages == nil {
		e.packages = []goPackage{}
		for l := range lines(e.text, span{0, len(e.text)}) {
			if name, ok := summaryPackage(e.text[l.from:l.to]); ok {
				e.packages = append(e.packages, goPackage{name, l.from})
			}
		}
	}
	return e.packages
}

// summaryPackage returns the package of a line in which go test sums up.
func summaryPackage(said string) (string, bool) {
	status, rest, ok := strings.Cut(said, "\t")
	if !ok {
		return "", false
	}
	switch strings.TrimSpace(status) {
	case "ok", "FAIL", "?":
	default:
		return "", false
	}
	rest, _, _ = strings.Cut(rest, "\t")
	name, _, _ := strings.Cut(rest, " ")
	return name, name != ""
}

// commonDir returns the longest path that two paths are or lie in.
func commonDir(a, b string) string {
	a, b = a+"/", b+"/"
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n = i
		}
	}
	return a[:n]
}
