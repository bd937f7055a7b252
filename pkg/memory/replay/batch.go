package replay

import "github.com/ctxhook/ctxhook/pkg/memory/transcript"

// batched is how many events a transaction takes over: hooks wait for it.
const batched = 250

// batch is what of made of some entries of a history.
type batch[T any] struct {
	read int // entries so far
	list []T
}

// inBatches reads a history, in the order of time, and hands to do what of
// makes of it. What follows is read meanwhile: of runs beside do.
func inBatches[T any](h *transcript.History, of func(*transcript.Entry) (T, bool), do func(read int, list []T) error) error {
	batches, quit := make(chan batch[T], 2), make(chan struct{})
	go func() {
		defer close(batches)
		b := batch[T]{}
		for more := true; more; {
			b.list = nil
			for n := 0; n < batched && more; n++ {
				var e transcript.Entry
				if e, more = h.Next(); !more {
					break
				}
				b.read++
				if one, ok := of(&e); ok {
					b.list = append(b.list, one)
				}
			}
			select {
			case batches <- b:
			case <-quit:
				return
			}
		}
	}()
	var err error
	for b := range batches { // to its end: the history is the reader's until then
		if err != nil {
			continue
		}
		if err = do(b.read, b.list); err != nil {
			close(quit)
		}
	}
	return err
}
