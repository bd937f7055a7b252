package fleet

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// Status is how far this machine has pushed, as it knows without asking the server.
type Status struct {
	Account  string     `json:"account"`
	Names    string     `json:"names"`    // pseudonyms or plain
	Commands string     `json:"commands"` // templates or full
	Outputs  bool       `json:"outputs"`
	Pushed   *time.Time `json:"pushed,omitempty"`
	Pulled   *time.Time `json:"pulled,omitempty"`
	Waiting  int        `json:"waiting"` // runs that were not sent, or changed since
}

// Status compares what is remembered with the cursor.
func (m *Machine) Status() (*Status, error) {
	c, err := readCursor(m.Places.FleetCursor())
	if err != nil {
		return nil, err
	}
	st := &Status{Account: cmp.Or(m.Account.File, "the environment"), Names: "pseudonyms", Commands: "templates", Outputs: m.Account.Outputs}
	if m.Account.PlainNames {
		st.Names = "plain"
	}
	if m.Account.Commands {
		st.Commands = "full"
	}
	if !c.Pushed.IsZero() {
		st.Pushed = &c.Pushed
	}
	if !c.Pulled.IsZero() {
		st.Pulled = &c.Pulled
	}
	s, err := m.open()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	days, err := everyDay(s, &store.Runs)
	for _, d := range days {
		if known := c.Days["runs"][dayName(d.Start)]; !known.sums(d) {
			st.Waiting += max(d.Rows-known.Rows, 1)
		}
	}
	return st, err
}

// Print says it in words.
func (st *Status) Print(w io.Writer) {
	fmt.Fprintf(w, "  account    %s\n  sends      names as %s, commands as %s", st.Account, st.Names, st.Commands)
	if st.Outputs {
		fmt.Fprint(w, ", outputs")
	}
	fmt.Fprintf(w, "\n  last push  %s\n  last pull  %s\n  waiting    %d runs\n", when(st.Pushed), when(st.Pulled), st.Waiting)
}

func when(t *time.Time) string {
	if t == nil {
		return "never"
	}
	return t.Local().Format("2006-01-02 15:04")
}
