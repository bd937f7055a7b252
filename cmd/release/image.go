package main

import (
	"embed"
	"os"
	"path/filepath"
)

//go:embed *.Dockerfile
var dockerfiles embed.FS

// writeImage writes a directory for each image: the Dockerfile and the binaries, each
// where the builder's $TARGETPLATFORM leads.
func writeImage(from, dir string) error {
	d, err := openDist(from)
	if err != nil {
		return err
	}
	for _, program := range programs {
		dockerfile, err := dockerfiles.ReadFile(program + ".Dockerfile")
		if err != nil {
			return err
		}
		if err := write(filepath.Join(dir, program, "Dockerfile"), dockerfile, 0o644); err != nil {
			return err
		}
		for _, t := range targets {
			if t.os != "linux" {
				continue
			}
			files, err := d.unpack(program, t, program, "LICENSE", thirdParty)
			if err != nil {
				return err
			}
			for name, mode := range map[string]os.FileMode{program: 0o755, "LICENSE": 0o644, thirdParty: 0o644} {
				if err := write(filepath.Join(dir, program, t.os, t.arch, filepath.Base(name)), files[name], mode); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
