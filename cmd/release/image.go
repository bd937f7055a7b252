package main

import (
	_ "embed"
	"os"
	"path/filepath"
)

//go:embed Dockerfile
var dockerfile []byte

// writeImage writes the directory that the image is built in: the Dockerfile
// and the binaries, each where the builder's $TARGETPLATFORM leads.
func writeImage(from, dir string) error {
	d, err := openDist(from)
	if err != nil {
		return err
	}
	for _, t := range targets {
		if t.os != "linux" {
			continue
		}
		files, err := d.unpack(t, t.program(), "LICENSE", thirdParty)
		if err != nil {
			return err
		}
		for name, mode := range map[string]os.FileMode{t.program(): 0o755, "LICENSE": 0o644, thirdParty: 0o644} {
			if err := write(filepath.Join(dir, t.os, t.arch, filepath.Base(name)), files[name], mode); err != nil {
				return err
			}
		}
	}
	return write(filepath.Join(dir, "Dockerfile"), dockerfile, 0o644)
}
