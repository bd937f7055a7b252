package learn

import "github.com/ctxhook/ctxhook/pkg/memory"

// Check: H3, DELETE THIS FILE when your own is there (it only lets the others build).
func (r *Reader) Check(s *Seen) *memory.Check { return nil }
