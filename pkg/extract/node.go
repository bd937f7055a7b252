package extract

// node is a value in a YAML or JSON file, with its position.
type node struct {
	kind   kind
	style  byte // of a scalar: '|', '>', '"', '\'', or 0 for plain
	chomp  byte // of a block scalar: '-', '+' or 0
	from   int  // of a scalar: its text in the file, without quotes or header
	to     int
	indent int  // of a block scalar: columns to drop
	local  bool // it has a tag of the tool, which changes its meaning
	pairs  []pair
	items  []*node
}

type kind uint8

const (
	null kind = iota
	scalar
	sequence
	mapping
)

// pair is an entry of a mapping.
type pair struct {
	key   string
	at    int
	value *node
}

// maxMerge bounds how far merge keys are followed.
const maxMerge = 8

// get follows keys down from a node, and returns nil when one is missing.
func (n *node) get(keys ...string) *node {
	for _, key := range keys {
		n = n.lookup(key, maxMerge)
	}
	return n
}

func (n *node) lookup(key string, depth int) *node {
	if n == nil || n.kind != mapping {
		return nil
	}
	for i := range n.pairs {
		if n.pairs[i].key == key {
			return n.pairs[i].value
		}
	}
	if depth == 0 {
		return nil
	}
	for i := range n.pairs {
		if n.pairs[i].key != "<<" {
			continue
		}
		for _, from := range n.pairs[i].value.list() {
			if v := from.lookup(key, depth-1); v != nil {
				return v
			}
		}
	}
	return nil
}

// entries returns the pairs of a mapping, and none of another node.
func (n *node) entries() []pair {
	if n == nil || n.kind != mapping {
		return nil
	}
	return n.pairs
}

// list returns the items of a sequence, or a single value as a list of one.
func (n *node) list() []*node {
	switch {
	case n == nil || n.kind == null:
		return nil
	case n.kind == sequence:
		return n.items
	}
	return []*node{n}
}

// document is a file as a tree.
type document struct {
	data  []byte
	json  bool // only quoted scalars are text
	roots []*node
}

// str returns the text of a scalar, "" for anything else.
func (d *document) str(n *node) string {
	if n == nil || n.kind != scalar {
		return ""
	}
	if n.style == 0 || n.style == '"' || n.style == '\'' {
		if plain := d.data[n.from:n.to]; isOneSpelling(plain) {
			return string(plain)
		}
	}
	return d.weave(n).text.String()
}

// isOneSpelling reports whether the text of a scalar in the file is its value.
func isOneSpelling(b []byte) bool {
	for _, c := range b {
		if c == '\n' || c == '\\' || c == '\'' {
			return false
		}
	}
	return true
}
