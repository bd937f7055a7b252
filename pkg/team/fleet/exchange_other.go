//go:build !linux

package fleet

func exchange(part, dir string) error { return swap(part, dir) }
