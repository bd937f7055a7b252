package wide

import "testing"

func TestRead(t *testing.T) {
	for _, tt := range []struct{ name, got, want string }{
		{"low bytes first", String("r\x00m\x00\x3d\xd8\x00\xde"), "rm😀"},
		{"half a unit", String("r\x00m"), "r"},
		{"nothing", String(""), ""},
		{"a mark", Marked("\xff\xfer\x00m\x00"), "rm"},
		{"the other mark", Marked("\xfe\xff\x00r\x00m"), "rm"},
		{"a mark alone", Marked("\xff\xfe"), ""},
		{"half a mark", Marked("\xff"), "\xff"},
		{"no mark", Marked("rm"), "rm"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}
