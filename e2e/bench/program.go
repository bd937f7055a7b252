package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// The flags of a release, without its version; .goreleaser.yaml has them too.
var (
	releaseEnv   = []string{"CGO_ENABLED=0", "GOFLAGS="}
	releaseFlags = []string{"-trimpath", "-buildvcs=false", "-ldflags=-s -w -funcalign=16"}
)

// programs are the binaries that are measured.
type programs struct {
	dir   string    // for scratch files
	empty string    // a Go program that does nothing
	built []program // ctxhook, and the one it is held against
}

type program struct{ name, file string }

// build makes the programs, and a function that removes all scratch files.
func build(o options, progress io.Writer) (programs, func(), error) {
	dir, err := os.MkdirTemp(o.dir, "bench")
	if err != nil {
		return programs{}, nil, err
	}
	remove := func() { os.RemoveAll(dir) }
	p := programs{dir: dir}
	made := filepath.Join(dir, "made")
	if o.binary != "" {
		err = p.add("", o.binary)
	} else {
		fmt.Fprintln(progress, "building")
		if err = goBuild(".", made); err == nil {
			err = p.add("", made)
		}
	}
	if err == nil && o.against != "" {
		err = p.add("against", o.against)
	}
	if err == nil {
		source := filepath.Join(dir, "empty.go")
		if err = os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err == nil {
			err = goBuild(source, made)
		}
	}
	if err == nil {
		p.empty = filepath.Join(dir, "empty"+exe())
		err = copyProgram(p.empty, made)
	}
	if err != nil {
		remove()
		return programs{}, nil, err
	}
	return p, remove, nil
}

// add copies a binary into a directory of its own, under the name that it would
// be installed by.
func (p *programs) add(name, file string) error {
	dir, err := os.MkdirTemp(p.dir, "bin")
	if err != nil {
		return err
	}
	to := filepath.Join(dir, "ctxhook"+exe())
	p.built = append(p.built, program{name, to})
	return copyProgram(to, file)
}

func exe() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

func goBuild(source, out string) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	build := exec.Command("go", append(append([]string{"build"}, releaseFlags...), "-o", out, source)...)
	build.Dir, build.Env = root, append(os.Environ(), releaseEnv...)
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// moduleRoot returns the directory of this checkout.
func moduleRoot() (string, error) {
	mod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env: %w", err)
	}
	return filepath.Dir(string(bytes.TrimSpace(mod))), nil
}

// copyProgram copies with large writes. The linker writes a program in small
// ones, and the kernel then keeps it in small pieces of memory: an empty program
// of a few hundred KB gains nothing by large ones, and one of 15 MB starts up to
// a fifth faster.
func copyProgram(to, from string) error {
	const block = 4 << 20
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	for len(data) > 0 {
		n := min(block, len(data))
		if _, err := f.Write(data[:n]); err != nil {
			f.Close()
			return err
		}
		data = data[n:]
	}
	return f.Close()
}
