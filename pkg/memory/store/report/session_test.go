package report

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

func TestSessionKeys(t *testing.T) {
	s := fresh(t)
	update(t, s, func(tx *store.Tx) error {
		for i, key := range []string{"abc", "abcdef", "abd", "x"} {
			if _, err := tx.AddRun(&memory.Run{Start: noon.Add(time.Duration(i) * time.Hour), Session: key}); err != nil {
				return err
			}
		}
		return nil
	})
	tests := []struct {
		prefix string
		want   []string
	}{
		{"ab", []string{"abd", "abcdef", "abc"}},
		{"abc", []string{"abc"}},
		{"abcd", []string{"abcdef"}},
		{"y", nil},
	}
	for _, tt := range tests {
		t.Run(tt.prefix, func(t *testing.T) {
			var got []string
			if err := s.View(func(tx *store.Tx) (err error) {
				got, err = SessionKeys(tx, tt.prefix)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
