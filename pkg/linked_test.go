package pkg

import (
	"bufio"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// linked lists what the binary links, with what it costs at every start.
const linked = "testdata/linked.txt"

// tooDear is the cost, in millions of instructions, over which a package is
// not linked. Those that were weighed before the limit are marked as core.
const tooDear = 0.05

// The agent starts the binary for every command, and Go initialises every
// package that is linked, used or not.
func TestLinkedPackagesAreKnown(t *testing.T) {
	known := knownPackages(t)
	if diff := cmp.Diff(known, linkedPackages(t)); diff != "" {
		t.Errorf("what the binary links is not what %s lists (-listed +linked)\n%s"+
			"for the cost of a new one: bash .ci/startup PACKAGE", linked, diff)
	}
}

// networking are packages with which a program speaks to a server. Only
// cmd/ctxhook-fleet links them.
var networking = []string{"net/http", "crypto/tls", "github.com/jackc/"}

// TestNoNetworkIsLinked: the program that the agent starts has nothing to ask a server,
// whatever linked.txt lists.
func TestNoNetworkIsLinked(t *testing.T) {
	linked := linkedPackages(t)
	if len(linked) < 50 {
		t.Fatalf("only %d packages", len(linked))
	}
	for _, name := range linked {
		for _, refused := range networking {
			if name == refused || strings.HasSuffix(refused, "/") && strings.HasPrefix(name, refused) {
				t.Errorf("%s is linked", name)
			}
		}
	}
}

// knownPackages reads the list: rows of cost, package and perhaps "core".
func knownPackages(t *testing.T) []string {
	t.Helper()
	file, err := os.Open(linked)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var known []string
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		row := strings.Fields(lines.Text())
		if len(row) == 0 || row[0] == "#" {
			continue
		}
		core := len(row) == 3 && row[2] == "core"
		if len(row) != 2 && !core {
			t.Fatalf("%s: %q is no row: cost, package, and core or nothing", linked, lines.Text())
		}
		cost, err := strconv.ParseFloat(row[0], 64)
		inside := row[0] == "-" && strings.Contains(row[1], "/internal/")
		if err != nil && !inside {
			t.Errorf("%s: %s has no cost", linked, row[1])
		}
		if cost > tooDear && !core {
			t.Errorf("%s: %s costs %.2f, and more than %.2f is not linked", linked, row[1], cost, tooDear)
		}
		known = append(known, row[1])
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(known) == 0 {
		t.Fatalf("%s lists nothing", linked)
	}
	slices.Sort(known)
	return known
}

// linkedPackages asks the go command what the binary links. The platform is
// fixed, so that the list is the same on all.
func linkedPackages(t *testing.T) []string {
	t.Helper()
	readInputs(t)
	cmd := exec.Command("go", "list", "-deps", "-f", "{{.Standard}} {{.ImportPath}}", ".")
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-mod=readonly")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", strings.Join(cmd.Args, " "), err)
	}
	var packages []string
	for line := range strings.Lines(string(out)) {
		standard, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case name == module || strings.HasPrefix(name, module+"/"):
		case standard == "true" && isInside(name):
		default:
			packages = append(packages, name)
		}
	}
	slices.Sort(packages)
	return packages
}

// readInputs opens what an answer of go list depends on: go.mod, go.sum and,
// through packageImports, every Go file. The cache of test results does not know
// what a command reads that a test runs.
func readInputs(t *testing.T) {
	t.Helper()
	for _, file := range []string{"../go.mod", "../go.sum"} {
		if _, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	packageImports(t)
}

// isInside tells whether a package of the standard library is its own affair:
// it comes and goes with versions of Go.
func isInside(name string) bool {
	parts := strings.Split(name, "/")
	return parts[0] == "vendor" || parts[0] == "runtime" || slices.Contains(parts, "internal")
}
