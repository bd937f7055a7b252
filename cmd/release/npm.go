package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

//go:embed ctxhook.js
var launcher []byte

// npmName is the package that users install. All of them lie in one scope: who
// owns it owns every name in it.
const npmName = "@ctxhook/ctxhook"

type npmPackage struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license"`
	Homepage     string            `json:"homepage"`
	Repository   npmRepository     `json:"repository"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Bin          map[string]string `json:"bin,omitempty"`
	Engines      map[string]string `json:"engines,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"` // a program must lie on the disk
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
}

type npmRepository struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

// writeNPM writes a directory for each package: one with the binary for each
// target, and one that depends on them all and starts the one npm chose. npm
// compares os and cpu; no package has a script that runs at installation.
func writeNPM(from, dir string) error {
	d, err := openDist(from)
	if err != nil {
		return err
	}
	whole := npmPackage{
		Description: "A guard between an AI coding agent and the shell",
		Bin:         map[string]string{"ctxhook": "ctxhook.js"},
		Engines:     map[string]string{"node": ">=18"},
		Optional:    make(map[string]string),
	}
	for _, t := range targets {
		os, cpu := nodeNames(t)
		name := fmt.Sprintf("%s-%s-%s", npmName, os, cpu)
		whole.Optional[name] = d.version
		program := t.file(programs[0])
		files, err := d.unpack(programs[0], t, program, "LICENSE", thirdParty)
		if err != nil {
			return err
		}
		p := npmPackage{
			Description:  fmt.Sprintf("The ctxhook binary for %s %s", os, cpu),
			OS:           []string{os},
			CPU:          []string{cpu},
			PreferUnplug: true,
		}
		err = p.write(filepath.Join(dir, os+"-"+cpu), name, d.version, map[string][]byte{
			"bin/" + program: files[program],
			"LICENSE":        files["LICENSE"],
			"THIRD-PARTY.md": files[thirdParty],
			"README.md":      fmt.Appendf(nil, "%s. Install %s instead: it depends on this.\n", p.Description, npmName),
		})
		if err != nil {
			return err
		}
	}
	files, err := d.unpack(programs[0], targets[0], "LICENSE", "README.md")
	if err != nil {
		return err
	}
	return whole.write(filepath.Join(dir, "ctxhook"), npmName, d.version, map[string][]byte{
		"ctxhook.js": launcher,
		"LICENSE":    files["LICENSE"],
		"README.md":  files["README.md"],
	})
}

// nodeNames are those by which node knows a target.
func nodeNames(t target) (os, cpu string) {
	os, cpu = t.os, t.arch
	if os == "windows" {
		os = "win32"
	}
	if cpu == "amd64" {
		cpu = "x64"
	}
	return os, cpu
}

func (p npmPackage) write(dir, name, version string, files map[string][]byte) error {
	p.Name, p.Version, p.License = name, version, "MIT"
	p.Homepage = "https://github.com/ctxhook/ctxhook"
	p.Repository = npmRepository{"git", "git+https://github.com/ctxhook/ctxhook.git"}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	files["package.json"] = append(text, '\n')
	for file, data := range files {
		mode := fs.FileMode(0o644)
		if strings.HasPrefix(file, "bin/") || file == p.Bin["ctxhook"] {
			mode = 0o755
		}
		if err := write(filepath.Join(dir, filepath.FromSlash(file)), data, mode); err != nil {
			return err
		}
	}
	return nil
}
