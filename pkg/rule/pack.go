package rule

// packer writes the fields of a model and counts what Unpack will make room
// for at once.
type packer struct {
	out               []byte
	nTexts, nPatterns int
}

// numbered returns what was written behind the numbers of what is in it.
func (p *packer) numbered(numbers ...int) string {
	var head packer
	for _, n := range numbers {
		head.number(n)
	}
	return string(head.out) + string(p.out)
}

// texts writes the elements of a list.
func (p *packer) texts(list []string) {
	p.nTexts += len(list)
	for _, s := range list {
		p.text(s)
	}
}

func (p *packer) text(s string) {
	p.number(len(s))
	p.out = append(p.out, s...)
}

// moreDigits marks a digit of a number behind which there are more.
const moreDigits = 1 << 7

func (p *packer) number(n int) {
	for ; n >= moreDigits; n >>= 7 {
		p.out = append(p.out, byte(n)|moreDigits)
	}
	p.out = append(p.out, byte(n))
}

// fields begins a struct, whose fields are then given in their order.
func (p *packer) fields() *packedFields {
	p.out = append(p.out, 0, 0)
	return &packedFields{p: p, bits: len(p.out) - 2}
}

type packedFields struct {
	p     *packer
	bits  int // where the bits of the fields stand
	field int
}

// next counts a field and returns whether it is to be written.
func (f *packedFields) next(set bool) bool {
	if set {
		f.p.out[f.bits+f.field/8] |= 1 << (f.field % 8)
	}
	f.field++
	return set
}

func (f *packedFields) truth(b bool) { f.next(b) }

func (f *packedFields) number(n int) {
	if f.next(n != 0) {
		f.p.number(n)
	}
}

func (f *packedFields) text(s string) {
	if f.next(s != "") {
		f.p.text(s)
	}
}

func (f *packedFields) texts(list []string) {
	if f.next(len(list) > 0) {
		f.p.number(len(list))
		f.p.texts(list)
	}
}

// packAll writes a field that is a list of structs.
func packAll[T any](f *packedFields, list []T, pack func(*T)) {
	if f.next(len(list) > 0) {
		f.p.number(len(list))
		for i := range list {
			pack(&list[i])
		}
	}
}
