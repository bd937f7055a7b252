package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A dist is a directory with the files of one release.
type dist struct {
	dir     string
	version string            // without a leading v
	sums    map[string]string // SHA-256 in hex by file name
}

// A target is an operating system and an architecture, as Go names them.
type target struct{ os, arch string }

// targets are those a release has binaries for.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// thirdParty are the licences of what is linked, as they stand in an archive.
const thirdParty = "docs/THIRD-PARTY.md"

// programs are those of a release: the first is ctxhook itself, the others have
// archives and images of their own.
var programs = []string{"ctxhook", "ctxhook-fleet"}

var archiveName = regexp.MustCompile(`^ctxhook_(.+)_linux_amd64\.tar\.gz$`)

func openDist(dir string) (*dist, error) {
	text, err := os.ReadFile(filepath.Join(dir, "checksums.txt"))
	if err != nil {
		return nil, err
	}
	sums, err := readSums(string(text))
	if err != nil {
		return nil, fmt.Errorf("checksums.txt: %w", err)
	}
	for name := range sums {
		if m := archiveName.FindStringSubmatch(name); m != nil {
			return &dist{dir: dir, version: m[1], sums: sums}, nil
		}
	}
	return nil, errors.New("checksums.txt lists no archive for linux/amd64")
}

// readSums reads lines as sha256sum writes them.
func readSums(text string) (map[string]string, error) {
	sums := make(map[string]string)
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) != 2 || len(fields[0]) != 2*sha256.Size {
			return nil, fmt.Errorf("not a checksum: %q", line)
		}
		sums[strings.TrimPrefix(fields[1], "*")] = fields[0]
	}
	return sums, nil
}

// archive names the archive of a program for a target.
func (d *dist) archive(program string, t target) string {
	ext := ".tar.gz"
	if t.os == "windows" {
		ext = ".zip"
	}
	return fmt.Sprintf("%s_%s_%s_%s%s", program, d.version, t.os, t.arch, ext)
}

// read returns a file of the release, if its checksum is the one listed.
func (d *dist) read(name string) ([]byte, error) {
	want, ok := d.sums[name]
	if !ok {
		return nil, fmt.Errorf("checksums.txt has no checksum for %s", name)
	}
	data, err := os.ReadFile(filepath.Join(d.dir, name))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want {
		return nil, fmt.Errorf("%s is not the file in checksums.txt: its checksum differs", name)
	}
	return data, nil
}

// file is the file name of the binary of a program.
func (t target) file(program string) string {
	if t.os == "windows" {
		return program + ".exe"
	}
	return program
}

// unpack returns the named files of a program's archive for a target.
func (d *dist) unpack(program string, t target, names ...string) (map[string][]byte, error) {
	archive := d.archive(program, t)
	data, err := d.read(archive)
	if err != nil {
		return nil, err
	}
	all := untar
	if strings.HasSuffix(archive, ".zip") {
		all = unzip
	}
	files, err := all(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", archive, err)
	}
	for _, name := range names {
		if files[name] == nil {
			return nil, fmt.Errorf("%s holds no %s", archive, name)
		}
	}
	return files, nil
}

func untar(data []byte) (map[string][]byte, error) {
	zr, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	for r := tar.NewReader(zr); ; {
		head, err := r.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if files[head.Name], err = io.ReadAll(r); err != nil {
			return nil, err
		}
	}
}

func unzip(data []byte) (map[string][]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		files[f.Name], err = io.ReadAll(in)
		in.Close()
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}
