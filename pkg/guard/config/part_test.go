package config

import (
	"os"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

func TestPart(t *testing.T) {
	places := paths.Places{State: t.TempDir()}
	now := time.Now()
	off := func(at time.Time) bool {
		_, _, off := PartRecall.Off(places, 3, at)
		return off
	}
	for n := range 3 {
		if off(now) {
			t.Fatalf("off after %d failures", n)
		}
		PartRecall.Failed(places)
	}
	if !off(now) {
		t.Error("on after 3 failures")
	}
	if _, _, off := PartLearning.Off(places, 3, now); off {
		t.Error("another part is off, too")
	}
	if off(now.Add(rest + time.Minute)) {
		t.Error("it is not tried again")
	}
	// It fails again, and is off again at once.
	late := now.Add(time.Hour)
	PartRecall.Failed(places)
	if err := os.Chtimes(PartRecall.file(places), late, late); err != nil {
		t.Fatal(err)
	}
	if !off(late.Add(time.Second)) {
		t.Error("on after 4 failures")
	}
	PartRecall.Worked(places)
	if off(late) {
		t.Error("off after it worked")
	}
}
