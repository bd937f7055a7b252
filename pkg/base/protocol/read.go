package protocol

import "io"

// The bounds of a payload: how much is kept, and how much is read.
const (
	maxPayload = 4 << 20 // more than a system takes for a command
	maxRead    = 64 << 20
)

// Most payloads fit into the first buffer; others are read in chunks.
const (
	little = 8 << 10
	chunk  = 32 << 10
	most   = 96 << 10 // that is left of such a payload, as a rule
)

// ReadPayload reads a payload up to the end of its object, and reports whether a
// bound cut it off. It does not wait for the caller to close a pipe. It leaves
// out the texts of files, and the middle of outputs, of a long one: a client
// sends a file that it edits several times over, and memory that is touched only
// once costs more than all the rest.
func ReadPayload(r io.Reader) (data []byte, cut bool, err error) {
	if r == nil {
		return nil, false, ErrEmpty
	}
	var o extent
	buf := make([]byte, little)
	n := 0
	for n < len(buf) {
		m, err := r.Read(buf[n:])
		_, whole := o.end(buf[n : n+m])
		n += m
		switch {
		case whole, err == io.EOF:
			return buf[:n], false, nil
		case err != nil:
			return nil, false, err
		}
	}
	s := sieve{out: make([]byte, 0, most)}
	s.write(buf)
	buf = make([]byte, chunk)
	for total := n; ; {
		n, err := r.Read(buf)
		_, whole := o.end(buf[:n])
		s.write(buf[:n])
		total += n
		switch {
		case len(s.out) > maxPayload, total > maxRead:
			return s.out, true, nil
		case whole, err == io.EOF:
			return s.out, false, nil
		case err != nil:
			return nil, false, err
		}
	}
}
