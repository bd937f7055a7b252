package report

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

func TestDays(t *testing.T) {
	s := fresh(t)
	for _, at := range []string{
		"2026-03-01T09:00:00Z", "2026-03-01T18:29:59Z", "2026-03-01T18:30:00Z", "2026-03-01T23:59:59Z", "2026-03-02T00:00:00Z", "2026-03-05T08:00:00Z",
	} {
		start, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		update(t, s, func(tx *store.Tx) error {
			_, err := tx.AddRun(&memory.Run{Start: start, Outcome: memory.Failed})
			return err
		})
	}
	tests := []struct {
		name string
		zone *time.Location
		most int
		want []DayCount
	}{
		{"nowhere", nil, 9, []DayCount{{"2026-03-01", 4, 4}, {"2026-03-02", 1, 1}, {"2026-03-05", 1, 1}}},
		{"half an hour off", time.FixedZone("India", 5*3600+1800), 9, []DayCount{{"2026-03-01", 2, 2}, {"2026-03-02", 3, 3}, {"2026-03-05", 1, 1}}},
		{"in the west", time.FixedZone("Hawaii", -10*3600), 9, []DayCount{{"2026-02-28", 1, 1}, {"2026-03-01", 4, 4}, {"2026-03-04", 1, 1}}},
		{"the latest", time.UTC, 2, []DayCount{{"2026-03-02", 1, 1}, {"2026-03-05", 1, 1}}},
		{"none", time.UTC, 0, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			view(t, s, func(tx *store.Tx) error {
				a, err := CountActivity(tx, ActivityFilter{Zone: tt.zone, Most: tt.most})
				if diff := cmp.Diff(tt.want, a.Days); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
				return err
			})
		})
	}
}
