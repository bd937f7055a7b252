package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
)

// bom is the part of CycloneDX 1.6 that is written. A serial number and a time
// are left out: both may be, and they would differ between equal builds.
type bom struct {
	Format      string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    bomMetadata `json:"metadata"`
	Components  []component `json:"components"`
	Depends     []depends   `json:"dependencies"`
}

type bomMetadata struct {
	Component component `json:"component"`
}

type component struct {
	Ref      string    `json:"bom-ref"`
	Type     string    `json:"type"`
	Name     string    `json:"name"`
	Version  string    `json:"version,omitempty"`
	PURL     string    `json:"purl"`
	Hashes   []bomHash `json:"hashes,omitempty"`
	Licenses []license `json:"licenses,omitempty"`
}

type bomHash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type license struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

type depends struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

// writeSBOM writes what a binary was linked from, as its build info tells it:
// its modules and the Go whose standard library it holds. A reproducible build
// does not tell its own version.
func writeSBOM(version, binary, file string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	list, err := listing(version, info, data)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return write(file, append(text, '\n'), 0o644)
}

func listing(version string, info *debug.BuildInfo, data []byte) (*bom, error) {
	if info.Main.Path == "" {
		return nil, errors.New("the binary names no main module")
	}
	sum := sha256.Sum256(data)
	main := goModule(info.Main.Path, version)
	main.Type = "application"
	main.Hashes = []bomHash{{"SHA-256", hex.EncodeToString(sum[:])}}
	main.Licenses = make([]license, 1)
	main.Licenses[0].License.ID = "MIT"

	list := &bom{Format: "CycloneDX", SpecVersion: "1.6", Version: 1, Metadata: bomMetadata{main}}
	on := depends{Ref: main.Ref}
	add := func(c component) {
		list.Components = append(list.Components, c)
		on.On = append(on.On, c.Ref)
	}
	add(goModule("std", strings.TrimPrefix(info.GoVersion, "go")))
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		add(goModule(m.Path, m.Version))
	}
	list.Depends = []depends{on}
	return list, nil
}

func goModule(path, version string) component {
	purl := "pkg:golang/" + path
	if version != "" {
		purl += "@" + url.QueryEscape(version)
	}
	return component{Ref: purl, Type: "library", Name: path, Version: version, PURL: purl}
}
