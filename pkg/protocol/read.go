package protocol

import "io"

// The bounds of a payload: how much is kept, and how much is read.
const (
	maxPayload = 16 << 20
	maxRead    = 4 * maxPayload
)

// Most payloads fit into the first buffer; others are read in chunks.
const (
	little = 8 << 10
	chunk  = 32 << 10
)

// ReadPayload reads a payload, and reports whether a bound cut it off. It
// leaves out the texts of files, and the middle of outputs, of a long one: a
// client sends a file that it edits several times over, and memory that is
// touched only once costs more than all the rest.
func ReadPayload(r io.Reader) (data []byte, cut bool, err error) {
	if r == nil {
		return nil, false, ErrEmpty
	}
	buf := make([]byte, little)
	n, err := io.ReadFull(r, buf)
	switch err {
	case nil:
	case io.EOF, io.ErrUnexpectedEOF:
		return buf[:n], false, nil
	default:
		return nil, false, err
	}
	var s sieve
	s.write(buf)
	buf = make([]byte, chunk)
	for total := n; ; {
		n, err := r.Read(buf)
		s.write(buf[:n])
		total += n
		switch {
		case len(s.out) > maxPayload, total > maxRead:
			return s.out, true, nil
		case err == io.EOF:
			return s.out, false, nil
		case err != nil:
			return nil, false, err
		}
	}
}
