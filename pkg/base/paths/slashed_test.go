package paths

import "testing"

func TestSlashed(t *testing.T) {
	for _, tt := range []struct{ goos, native, slashed string }{
		{"windows", `C:\Users\me`, "/c/Users/me"},
		{"windows", `D:\`, "/d/"},
		{"windows", `\\server\share\x`, "//server/share/x"},
		{"windows", `sub\x`, "sub/x"},
		{"windows", "", ""},
		{"linux", `/home/a\b`, `/home/a\b`},
		{"darwin", "/Users/me", "/Users/me"},
	} {
		if got := Slashed(tt.native, tt.goos); got != tt.slashed {
			t.Errorf("%s: Slashed(%q) = %q, want %q", tt.goos, tt.native, got, tt.slashed)
		}
		if got := Native(tt.slashed, tt.goos); got != tt.native {
			t.Errorf("%s: Native(%q) = %q, want %q", tt.goos, tt.slashed, got, tt.native)
		}
	}
	// What commands write in other ways means the same.
	for slashed, native := range map[string]string{"/c": `C:\`, "/c/x/../y": `C:\x\..\y`, "c": "c", "/tmp/x": `\tmp\x`} {
		if got := Native(slashed, "windows"); got != native {
			t.Errorf("Native(%q) = %q, want %q", slashed, got, native)
		}
	}
	if got := Slashed(`C:/Users\me`, "windows"); got != "/c/Users/me" {
		t.Errorf("with both kinds of slashes: %q", got)
	}
}
