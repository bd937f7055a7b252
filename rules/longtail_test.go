package rules_test

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// TestLongTail states what is done about less common programs: those with a model,
// and those that are read by the form of their command line.
func TestLongTail(t *testing.T) {
	file, err := os.Open("testdata/longtail.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	e := engine()
	rows := 0
	for in := bufio.NewScanner(file); in.Scan(); {
		want, command, ok := strings.Cut(in.Text(), "\t")
		if !ok {
			continue
		}
		rows++
		action := e.Judge(command, place, nil).Action
		good := false
		switch want {
		case "stop":
			good = action >= policy.Ask
		case "warn":
			good = action > policy.Silent
		case "ok":
			good = action == policy.Silent
		}
		if !good {
			t.Errorf("%q is answered with %v, want %s", command, action, want)
		}
	}
	if rows < 300 {
		t.Errorf("only %d rows", rows)
	}
}
