//go:build unix

package install

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestModeBackupAndLink(t *testing.T) {
	s := newSetup(t)
	const before = "{\n    \"env\": {\"KEY\": \"v\"}\n}"
	real := filepath.Join(s.Places.Home, "dotfiles", "claude.json")
	write(t, real, before, 0o640)
	path, err := s.File(User)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, path); err != nil {
		t.Fatal(err)
	}
	c := s.mustInit(t, User)
	if diff := cmp.Diff(before, read(t, s.Backup(c))); diff != "" {
		t.Errorf("backup (-want +got)\n%s", diff)
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode = %v, %v, want 0640", info.Mode(), err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if !strings.Contains(read(t, real), "pre-bash") {
		t.Error("the file behind the link was not written")
	}
	s.mustUninstall(t, User)
	if diff := cmp.Diff(before, read(t, real)); diff != "" {
		t.Errorf("after uninstall (-want +got)\n%s", diff)
	}
}

func TestRefusedLinkToNothing(t *testing.T) {
	s := newSetup(t)
	path, err := s.File(Project)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", path); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Init(Project); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("error = %v", err)
	}
}
