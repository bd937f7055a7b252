package rulefile

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"reflect"
)

// The wire form of the cache: values one after another without names, each
// length and number a varint, and a checksum over everything at the end. It
// follows the types by reflection, so that a new field of a rule cannot be
// forgotten here; the stamp in front keeps other versions of the types away.

var errWire = errors.New("broken cache")

// seal appends the entries and the checksum.
func seal(data []byte, entries []entry) []byte {
	data = encode(data, entries)
	return binary.BigEndian.AppendUint64(data, checksum(data))
}

// unseal returns the entries of a cache with the given stamp, or nil.
func unseal(data []byte, stamp string) []entry {
	const sum = 8
	if len(data) < sum {
		return nil
	}
	body := data[:len(data)-sum]
	if binary.BigEndian.Uint64(data[len(body):]) != checksum(body) {
		return nil
	}
	d := decoder{rest: string(body)}
	var got string
	entries := []entry{}
	if d.value(reflect.ValueOf(&got).Elem(), 0) != nil || got != stamp {
		return nil
	}
	if d.value(reflect.ValueOf(&entries).Elem(), 0) != nil || d.rest != "" {
		return nil
	}
	return entries
}

func checksum(data []byte) uint64 {
	h := fnv.New64a()
	h.Write(data)
	return h.Sum64()
}

func encode(to []byte, v any) []byte { return encodeValue(to, reflect.ValueOf(v)) }

func encodeValue(to []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		return append(binary.AppendUvarint(to, uint64(v.Len())), v.String()...)
	case reflect.Int, reflect.Int64:
		return binary.AppendVarint(to, v.Int())
	case reflect.Uint8:
		return append(to, byte(v.Uint()))
	case reflect.Bool:
		if v.Bool() {
			return append(to, 1)
		}
		return append(to, 0)
	case reflect.Pointer:
		if v.IsNil() {
			return append(to, 0)
		}
		return encodeValue(append(to, 1), v.Elem())
	case reflect.Slice:
		to = binary.AppendUvarint(to, uint64(v.Len()))
		for i := range v.Len() {
			to = encodeValue(to, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			to = encodeValue(to, v.Field(i))
		}
	}
	return to
}

// decoder takes values off the front of a cache.
type decoder struct{ rest string }

// value decodes into v. Nothing is made larger than the bytes that are left
// can fill.
func (d *decoder) value(v reflect.Value, depth int) error {
	if depth > 4*maxDepth {
		return errWire
	}
	switch v.Kind() {
	case reflect.String:
		n, err := d.length(1)
		if err != nil {
			return err
		}
		v.SetString(d.rest[:n])
		d.rest = d.rest[n:]
	case reflect.Int, reflect.Int64:
		i, n := binary.Varint(d.head())
		if n <= 0 {
			return errWire
		}
		v.SetInt(i)
		d.rest = d.rest[n:]
	case reflect.Uint8:
		b, err := d.byte()
		v.SetUint(uint64(b))
		return err
	case reflect.Bool:
		b, err := d.byte()
		v.SetBool(b == 1)
		return err
	case reflect.Pointer:
		if b, err := d.byte(); err != nil || b == 0 {
			return err
		}
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(v.Elem(), depth+1)
	case reflect.Slice:
		return d.slice(v, depth)
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Field(i).CanSet() {
				return errWire // nothing with a private part is written
			}
			if err := d.value(v.Field(i), depth+1); err != nil {
				return err
			}
		}
	default:
		return errWire
	}
	return nil
}

func (d *decoder) slice(v reflect.Value, depth int) error {
	least := 1 // bytes of an element
	if elem := v.Type().Elem(); elem.Kind() == reflect.Struct {
		least = elem.NumField()
	}
	n, err := d.length(least)
	if err != nil || n == 0 {
		return err
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		if err := d.value(v.Index(i), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// length reads the number of elements that follow, each of so many bytes at
// least.
func (d *decoder) length(least int) (int, error) {
	u, n := binary.Uvarint(d.head())
	if n <= 0 || u > uint64(len(d.rest)-n)/uint64(least) {
		return 0, errWire
	}
	d.rest = d.rest[n:]
	return int(u), nil
}

func (d *decoder) head() []byte {
	return []byte(d.rest[:min(len(d.rest), binary.MaxVarintLen64)])
}

func (d *decoder) byte() (byte, error) {
	if d.rest == "" {
		return 0, errWire
	}
	b := d.rest[0]
	d.rest = d.rest[1:]
	return b, nil
}
