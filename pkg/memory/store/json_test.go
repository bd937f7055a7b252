package store

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/members"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// TestAppendRun: what is written by hand is what encoding/json would write.
func TestAppendRun(t *testing.T) {
	for name, r := range map[string]memory.Run{
		"full": full[memory.Run](), "empty": {ID: "r-1"},
		"odd": {ID: "r-1", Start: noon, Command: redact.Clean("\x00\x7f\"\\\r\n\t<&>\u2028 \xff ü 😀"), Exit: new(0), Check: &memory.Check{}},
	} {
		want, err := json.Marshal(&r)
		if err != nil {
			t.Fatal(err)
		}
		var a, b any
		got := members.Append(nil, runMembersWithOutput(&r))
		if err := errors.Join(json.Unmarshal(want, &a), json.Unmarshal(got, &b)); err != nil {
			t.Fatalf("%s: %v: %s", name, err, got)
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s (-encoding/json +by hand):\n%s", name, diff)
		}
	}
}

// TestReadColumn: what is written by hand is read by hand.
func TestReadColumn(t *testing.T) {
	check, sum := full[memory.Check](), full[memory.Summary]()
	list, steps := []memory.Error{full[memory.Error](), {}}, []memory.Step{full[memory.Step](), {}}
	for _, tt := range []struct{ want, got any }{
		{&check, readObject(objectColumn(&check, checkMembers).(string), checkMembers)},
		{&sum, readObject(objectColumn(&sum, summaryMembers).(string), summaryMembers)},
		{list, readList(listColumn(list, errorMembers).(string), errorMembers)},
		{steps, readList(listColumn(steps, stepMembers).(string), stepMembers)},
	} {
		if diff := cmp.Diff(tt.want, tt.got, cmp.AllowUnexported(redact.Text{})); diff != "" {
			t.Errorf("(-written +read):\n%s", diff)
		}
	}
}

// FuzzReadColumn: what was read of any text, written and read again, is the same.
func FuzzReadColumn(f *testing.F) {
	check := full[memory.Check]()
	f.Add(objectColumn(&check, checkMembers).(string))
	for _, odd := range []string{"", "null", "{}", "[null]", `{"tool":1}`, `{"tests":null,"seen":{"ended":"x"}}`, "\xff", `[{"text":"\ud800"}]`, `{"until":"2026-01-01T00:00:00+01:00","fixes":1e3}`} {
		f.Add(odd)
	}
	f.Fuzz(func(t *testing.T, column string) {
		again(t, column, func(s string) any { return objectColumn(readObject(s, checkMembers), checkMembers) })
		again(t, column, func(s string) any { return objectColumn(readObject(s, summaryMembers), summaryMembers) })
		again(t, column, func(s string) any { return listColumn(readList(s, errorMembers), errorMembers) })
		again(t, column, func(s string) any { return listColumn(readList(s, stepMembers), stepMembers) })
	})
}

func again(t *testing.T, column string, rewritten func(string) any) {
	first, ok := rewritten(column).(string)
	if second := rewritten(first); ok && second != first {
		t.Errorf("%q becomes %q, and that %q", column, first, second)
	}
}
