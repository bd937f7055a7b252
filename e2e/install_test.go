package e2e

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A served release: what install.sh is offered, by path.
type served map[string][]byte

// fakeRelease is a release whose program says how it was called.
func fakeRelease(t *testing.T, version string) served {
	t.Helper()
	var config struct {
		Archives []struct {
			Name string `yaml:"name_template"`
		}
	}
	readYAML(t, ".goreleaser.yaml", &config)
	name := strings.NewReplacer(
		"{{ .ProjectName }}", "ctxhook", "{{ .Version }}", version, "{{ .Os }}", runtime.GOOS, "{{ .Arch }}", runtime.GOARCH,
	).Replace(config.Archives[0].Name) + ".tar.gz"

	fleet := strings.Replace(name, "ctxhook", "ctxhook-fleet", 1)
	archive, other := archiveOf(t, "ctxhook"), archiveOf(t, "ctxhook-fleet")
	sums := fmt.Appendf(nil, "%x  other_%s\n%x  %s\n%x  %s\n", sha256.Sum256(nil), name, sha256.Sum256(other), fleet, sha256.Sum256(archive), name)
	return served{
		"/download/v" + version + "/" + fleet:                    other,
		"/latest/download/checksums.txt":                         sums,
		"/download/v" + version + "/checksums.txt":               sums,
		"/download/v" + version + "/" + name:                     archive,
		"/download/v" + version + "/checksums.txt.sigstore.json": []byte("{}"),
		"/latest/download/checksums.txt.sigstore.json":           []byte("{}"),
	}
}

// archiveOf holds a program that says how it was called.
func archiveOf(t *testing.T, name string) []byte {
	t.Helper()
	var archive bytes.Buffer
	zw := gzip.NewWriter(&archive)
	tw := tar.NewWriter(zw)
	program := "#!/bin/sh\necho \"called: $*\"\n"
	if err := tw.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(program))}); err != nil {
		t.Fatal(err)
	}
	if _, err := tw.Write([]byte(program)); err != nil {
		t.Fatal(err)
	}
	if tw.Close() != nil || zw.Close() != nil {
		t.Fatal("the archive could not be written")
	}
	return archive.Bytes()
}

// edit changes the files whose path ends so; nil removes them.
func (s served) edit(end string, change func([]byte) []byte) {
	for path, data := range s {
		if !strings.HasSuffix(path, end) {
			continue
		}
		if data = change(bytes.Clone(data)); data == nil {
			delete(s, path)
		} else {
			s[path] = data
		}
	}
}

func gone([]byte) []byte { return nil }

// TestInstallTakesARelease runs install.sh, away from its checkout, against a
// release on this machine.
func TestInstallTakesARelease(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("install.ps1 is for Windows")
	}
	for _, tool := range []string{"sh", "curl", "tar"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	last := func(data []byte) []byte { data[len(data)-1] ^= 1; return data }
	tests := []struct {
		name   string
		args   string
		cosign string // what the tool does; "": it is not installed
		change func(served)
		want   string // "": the release is refused, and nothing is installed
		says   string
	}{
		{name: "the latest", want: "called: init --local\n\ncalled: doctor\n"},
		{name: "a version", args: "--release v1.2.3 --user", want: "called: init --user\n\ncalled: doctor\n"},
		{name: "a version without v", args: "--release 1.2.3 --no-init", want: "1.2.3"},
		{name: "the program only", args: "--no-init", want: "the checksum is right"},
		{name: "the program for teams", args: "--fleet", want: "ctxhook-fleet 1.2.3 for"},
		{name: "which is the latest", args: "--check", says: "latest release: 1.2.3\ninstalled: none"},
		{name: "a changed archive", change: func(s served) { s.edit(".tar.gz", last) }, says: "was changed"},
		{name: "no checksum", args: "--release v1.2.3", change: func(s served) {
			s.edit("checksums.txt", func(data []byte) []byte { first, _, _ := bytes.Cut(data, []byte("\n")); return append(first, '\n') })
		}, says: "has no checksum for"},
		{name: "no checksum for the latest", change: func(s served) {
			s.edit("checksums.txt", func(data []byte) []byte { first, _, _ := bytes.Cut(data, []byte("\n")); return append(first, '\n') })
		}, says: "has no checksum for"},
		{name: "no archive", change: func(s served) { s.edit(".tar.gz", gone) }, says: "cannot download"},
		{name: "no release and no Go", change: func(s served) { clear(s) }, says: "go is needed"},
		{name: "signed", cosign: "echo verified >&2", want: "verified"},
		{name: "signed by another", cosign: "exit 1", says: "the signature of release 1.2.3 is wrong"},
		{name: "not signed", cosign: "echo verified", change: func(s served) { s.edit(".sigstore.json", gone) }, says: "is not signed"},
		{name: "signed for that version only", cosign: `case "$*" in *refs/tags/v1.2.3*) echo yes >&2 ;; *) exit 1 ;; esac`, want: "yes"},
		{name: "an address for a version", args: "--release ../../x", says: "not a version"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			release := fakeRelease(t, "1.2.3")
			if tt.change != nil {
				tt.change(release)
			}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if data, ok := release[r.URL.Path]; ok {
					w.Write(data)
				} else {
					http.NotFound(w, r)
				}
			}))
			defer server.Close()

			out, home, err := runInstaller(t, server.URL, tt.cosign, strings.Fields(tt.args))
			if !strings.Contains(out, tt.want) || !strings.Contains(out, tt.says) || (tt.want == "" && tt.says == "") {
				t.Errorf("want %q and %q in\n%s", tt.want, tt.says, out)
			}
			if (err == nil) != (tt.want != "" || tt.args == "--check") {
				t.Errorf("%v\n%s", err, out)
			}
			installed, _ := filepath.Glob(filepath.Join(home, ".local", "bin", "*"))
			if installs := tt.want != ""; (len(installed) == 1) != installs {
				t.Errorf("installed: %q", installed)
			}
		})
	}
}

// A release that is not to be had is built from its own sources, and not from what is
// checked out beside the script.
func TestInstallBuildsTheRelease(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("install.ps1 is for Windows")
	}
	dir := t.TempDir()
	script, err := os.ReadFile(filepath.Join("..", "install.sh"))
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		"install.sh":          string(script),
		"cmd/release/main.go": "package main\n",
		"bin/go":              "#!/bin/sh\n[ \"$1\" = env ] || echo \"go $* in $PWD\"\n[ \"$1\" = env ]\n",
	} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	cmd := exec.Command("sh", filepath.Join(dir, "install.sh"), "--release", "v9.9.9", "--from", server.URL, "--no-init", "--dir", filepath.Join(dir, "out"))
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	said, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(said), "go install ") || !strings.Contains(string(said), "@v9.9.9") {
		t.Errorf("%v\n%s", err, said)
	}
}

// runInstaller runs a copy of install.sh with nothing beside it, in a home without
// anything and with the tools that every system has.
func runInstaller(t *testing.T, url, cosign string, args []string) (out, home string, err error) {
	t.Helper()
	home = t.TempDir()
	script, err := os.ReadFile(filepath.Join("..", "install.sh"))
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(home, "tools")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"sh", "curl", "tar", "gzip", "uname", "mktemp", "sed", "sha256sum", "shasum", "perl", "dd", "mkdir", "mv", "rm", "chmod", "dirname"} {
		if path, err := exec.LookPath(tool); err == nil {
			if err := os.Symlink(path, filepath.Join(bin, tool)); err != nil {
				t.Fatal(err)
			}
		}
	}
	files := map[string]string{filepath.Join(home, "install.sh"): string(script)}
	if cosign != "" {
		files[filepath.Join(bin, "cosign")] = "#!/bin/sh\n" + cosign + "\n"
	}
	for path, text := range files {
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("sh", append([]string{filepath.Join(home, "install.sh"), "--from", url}, args...)...)
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "PATH=" + bin, "TMPDIR=" + t.TempDir()}
	said, err := cmd.CombinedOutput()
	return string(said), home, err
}
