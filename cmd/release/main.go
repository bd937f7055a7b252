// Command release makes the parts of a release that goreleaser does not make:
//
//	go run ./cmd/release manual VERSION DIR       manual pages and completions
//	go run ./cmd/release sbom VERSION BINARY FILE what a binary was linked from
//	go run ./cmd/release npm DIST DIR             the npm packages
//	go run ./cmd/release image DIST DIR           what the container images are built from
//	go run ./cmd/release formula DIST FILE        the Homebrew formula
//
// DIST holds checksums.txt and the archives it lists, as goreleaser wrote them or
// as they were downloaded. An archive with another checksum is refused. The same
// input gives the same bytes. It uploads nothing.
package main

import (
	"errors"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	var step string
	if len(args) > 0 {
		step, args = args[0], args[1:]
	}
	switch {
	case step == "manual" && len(args) == 2:
		return writeManual(args[0], args[1])
	case step == "sbom" && len(args) == 3:
		return writeSBOM(args[0], args[1], args[2])
	case step == "npm" && len(args) == 2:
		return writeNPM(args[0], args[1])
	case step == "image" && len(args) == 2:
		return writeImage(args[0], args[1])
	case step == "formula" && len(args) == 2:
		return writeFormula(args[0], args[1])
	}
	return errors.New("the steps and what they need are in cmd/release/main.go")
}
