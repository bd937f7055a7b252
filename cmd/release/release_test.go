package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// inArchive are the files of an archive, but for the program.
var inArchive = map[string]string{"LICENSE": "MIT", "README.md": "# ctxhook", "docs/THIRD-PARTY.md": "others"}

// newDist is a release whose programs are shell scripts that end with code 2.
func newDist(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	d := &dist{version: "1.2.3"}
	var sums strings.Builder
	for _, program := range programs {
		for _, to := range targets {
			files := map[string]string{to.file(program): "#!/bin/sh\necho \"" + to.os + " $*\"\nexit 2\n"}
			for name, text := range inArchive {
				files[name] = text
			}
			data := pack(t, files, to.os == "windows")
			if err := os.WriteFile(filepath.Join(dir, d.archive(program, to)), data, 0o644); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), d.archive(program, to))
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "checksums.txt"), []byte(sums.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func pack(t *testing.T, files map[string]string, zipped bool) []byte {
	t.Helper()
	var out bytes.Buffer
	zw, gz := zip.NewWriter(&out), gzip.NewWriter(&out)
	tw := tar.NewWriter(gz)
	for name, text := range files {
		if zipped {
			w, err := zw.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(w, text)
			continue
		}
		if err := tw.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(tw, text)
	}
	var err error
	if zipped {
		err = zw.Close()
	} else if err = tw.Close(); err == nil {
		err = gz.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestNPM(t *testing.T) {
	dir := t.TempDir()
	if err := run([]string{"npm", newDist(t), dir}); err != nil {
		t.Fatal(err)
	}
	var whole npmPackage
	readJSON(t, filepath.Join(dir, "ctxhook", "package.json"), &whole)
	if len(whole.Optional) != len(targets) || whole.Version != "1.2.3" || whole.Bin["ctxhook"] != "ctxhook.js" {
		t.Errorf("%+v", whole)
	}
	for _, to := range targets {
		system, cpu := nodeNames(to)
		var p npmPackage
		readJSON(t, filepath.Join(dir, system+"-"+cpu, "package.json"), &p)
		if whole.Optional[p.Name] != p.Version || !cmp.Equal(p.OS, []string{system}) || !cmp.Equal(p.CPU, []string{cpu}) {
			t.Errorf("%+v", p)
		}
		for _, file := range []string{"bin/" + to.file("ctxhook"), "LICENSE", "THIRD-PARTY.md"} {
			if info, err := os.Stat(filepath.Join(dir, system+"-"+cpu, file)); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, "ctxhook", "package.json"))
	if err != nil || bytes.Contains(raw, []byte("scripts")) {
		t.Errorf("npm would run something at installation: %s %v", raw, err)
	}
}

// TestLauncher starts the program of this platform as npm lays it out.
func TestLauncher(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("needs node, and a shell script for a program")
	}
	packages, modules := t.TempDir(), filepath.Join(t.TempDir(), "_npx", "node_modules", "@ctxhook")
	if err := run([]string{"npm", newDist(t), packages}); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(modules, "ctxhook"), os.DirFS(filepath.Join(packages, "ctxhook"))); err != nil {
		t.Fatal(err)
	}
	start := func(args ...string) (string, int) {
		cmd := exec.Command(node, append([]string{filepath.Join(modules, "ctxhook", "ctxhook.js")}, args...)...)
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	if out, code := start("check", "x"); code != 1 || !strings.Contains(out, "is not installed") {
		t.Errorf("without the platform's package: exit code %d\n%s", code, out)
	}
	system, cpu := nodeNames(target{runtime.GOOS, runtime.GOARCH})
	if err := os.CopyFS(filepath.Join(modules, "ctxhook-"+system+"-"+cpu), os.DirFS(filepath.Join(packages, system+"-"+cpu))); err != nil {
		t.Fatal(err)
	}
	if out, code := start("check", "rm -rf /"); code != 2 || out != runtime.GOOS+" check rm -rf /\n" {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if out, code := start("init"); code != 1 || !strings.Contains(out, "npm install -g") {
		t.Errorf("init from npm's cache: exit code %d\n%s", code, out)
	}
}

func TestImage(t *testing.T) {
	dir := t.TempDir()
	if err := run([]string{"image", newDist(t), dir}); err != nil {
		t.Fatal(err)
	}
	for _, program := range programs {
		dockerfile, err := os.ReadFile(filepath.Join(dir, program, "Dockerfile"))
		if err != nil {
			t.Fatal(err)
		}
		// What the Dockerfile copies is there for both platforms.
		copied := 0
		for line := range strings.Lines(string(dockerfile)) {
			words := strings.Fields(line)
			if len(words) == 0 || words[0] != "COPY" {
				continue
			}
			for _, from := range words[1 : len(words)-1] {
				for _, platform := range []string{"linux/amd64", "linux/arm64"} {
					copied++
					if _, err := os.Stat(filepath.Join(dir, program, strings.ReplaceAll(from, "$TARGETPLATFORM", platform))); err != nil {
						t.Error(err)
					}
				}
			}
		}
		if copied == 0 || !bytes.Contains(dockerfile, []byte(`ENTRYPOINT ["/usr/local/bin/`+program+`"]`)) {
			t.Errorf("the Dockerfile of %s does not hold it", program)
		}
	}
}

func TestFormula(t *testing.T) {
	from := newDist(t)
	file := filepath.Join(t.TempDir(), "ctxhook.rb")
	if err := run([]string{"formula", from, file}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := openDist(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range targets[:4] {
		want := fmt.Sprintf("releases/download/v1.2.3/%s\"\n      sha256 %q\n", d.archive("ctxhook", to), d.sums[d.archive("ctxhook", to)])
		if !strings.Contains(string(text), want) {
			t.Errorf("lacks %s:\n%s", want, text)
		}
	}
}

func TestChangedArchiveIsRefused(t *testing.T) {
	from := newDist(t)
	path := filepath.Join(from, "ctxhook_1.2.3_linux_amd64.tar.gz")
	if err := os.WriteFile(path, pack(t, map[string]string{"ctxhook": "other"}, false), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, step := range []string{"npm", "image"} {
		if err := run([]string{step, from, t.TempDir()}); err == nil || !strings.Contains(err.Error(), "checksum differs") {
			t.Errorf("%s: %v", step, err)
		}
	}
}

func TestSBOM(t *testing.T) {
	info := &debug.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "github.com/ctxhook/ctxhook"},
		Deps: []*debug.Module{
			{Path: "example.com/a", Version: "v1.0.0+incompatible"},
			{Path: "example.com/b", Version: "v1", Replace: &debug.Module{Path: "example.com/c", Version: "v2"}},
		},
	}
	list, err := listing("1.2.3", info, []byte("program"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"pkg:golang/std@1.26.8", "pkg:golang/example.com/a@v1.0.0%2Bincompatible", "pkg:golang/example.com/c@v2"}
	if diff := cmp.Diff(want, list.Depends[0].On); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if main := list.Metadata.Component; main.Version != "1.2.3" || main.Hashes[0].Content != fmt.Sprintf("%x", sha256.Sum256([]byte("program"))) {
		t.Errorf("%+v", main)
	}
}

// TestManual: pages and completions under the names that .goreleaser.yaml packs.
func TestManual(t *testing.T) {
	dir := t.TempDir()
	if err := run([]string{"manual", "1.2.3", dir}); err != nil {
		t.Fatal(err)
	}
	config, err := os.ReadFile(filepath.Join("..", "..", ".goreleaser.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range completions {
		if info, err := os.Stat(filepath.Join(dir, "completions", name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
		if name != "ctxhook.ps1" && !bytes.Contains(config, []byte(".goreleaser/completions/"+name+",")) {
			t.Errorf("%s is in no package", name)
		}
	}
	if pages, _ := filepath.Glob(filepath.Join(dir, "man", "ctxhook*.1")); len(pages) < 20 {
		t.Errorf("%d pages", len(pages))
	}
}

func FuzzChecksums(f *testing.F) {
	f.Add(strings.Repeat("0", 64) + "  a\n")
	f.Add(strings.Repeat("0", 64) + " *a b\n\xff\n")
	f.Fuzz(func(t *testing.T, text string) {
		sums, err := readSums(text)
		for name, sum := range sums {
			if err != nil || len(sum) != 64 || strings.ContainsAny(name, " \n") {
				t.Errorf("%q: %q, %v", name, sum, err)
			}
		}
	})
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
