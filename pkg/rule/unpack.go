package rule

// unpacker holds what is read, and the room that no list has been given yet.
type unpacker struct {
	packed       string
	pos          int
	bad          bool
	freeTexts    []string
	freePatterns []Pattern
}

// texts reads a list of n texts. It is where Unpack spends its time.
func (u *unpacker) texts(n int) []string {
	list := cutOld(u, &u.freeTexts, n)
	packed, pos := u.packed, u.pos
	for i := range list {
		if pos < len(packed) {
			end := pos + 1 + int(packed[pos])
			if packed[pos] < moreDigits && end <= len(packed) {
				list[i] = packed[pos+1 : end]
				pos = end
				continue
			}
		}
		u.pos = pos
		list[i] = u.text()
		pos = u.pos
	}
	u.pos = pos
	return list
}

func (u *unpacker) text() string {
	n := u.number()
	if n > len(u.packed)-u.pos {
		u.refuse()
		return ""
	}
	s := u.packed[u.pos : u.pos+n]
	u.pos += n
	return s
}

// length reads the length of a list that is given memory of its own.
func (u *unpacker) length() int {
	n := u.number()
	if n > len(u.packed)-u.pos { // each element takes a byte at least
		u.refuse()
		return 0
	}
	return n
}

// number reads a number of up to four digits: no list of a model is longer.
func (u *unpacker) number() int {
	n := 0
	for shift := 0; shift < 4*7 && u.pos < len(u.packed); shift += 7 {
		b := u.packed[u.pos]
		u.pos++
		n |= int(b&^moreDigits) << shift
		if b < moreDigits {
			return n
		}
	}
	u.refuse()
	return 0
}

// refuse ends the reading: from here on everything is empty.
func (u *unpacker) refuse() {
	u.bad = true
	u.pos = len(u.packed)
}

// cut gives a list of n elements from the free room.
func cutOld[T any](u *unpacker, free *[]T, n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(*free) {
		u.refuse()
		return nil
	}
	list := (*free)[:n:n]
	*free = (*free)[n:]
	return list
}

// fields begins a struct, whose fields are then asked for in their order.
func (u *unpacker) fields() unpackedFields {
	if len(u.packed)-u.pos < 2 {
		u.refuse()
		return unpackedFields{u: u}
	}
	bits := uint(u.packed[u.pos]) | uint(u.packed[u.pos+1])<<8
	u.pos += 2
	return unpackedFields{u: u, bits: bits}
}

type unpackedFields struct {
	u    *unpacker
	bits uint // of the fields to come
}

// next reports whether the next field is there.
func (f *unpackedFields) next() bool {
	set := f.bits&1 != 0
	f.bits >>= 1
	return set
}

// end refuses fields that the struct does not have.
func (f *unpackedFields) end() {
	if f.bits != 0 {
		f.u.refuse()
	}
}

func (f *unpackedFields) number(n *int) {
	if f.next() {
		*n = f.u.number()
	}
}

func (f *unpackedFields) text(s *string) {
	if f.next() {
		*s = f.u.text()
	}
}

func (f *unpackedFields) texts(list *[]string) {
	if f.next() {
		*list = f.u.texts(f.u.number())
	}
}
