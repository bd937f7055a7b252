//go:build amd64 || arm64

package main

import (
	"os"
	"syscall"
	"unsafe"
)

// evict takes a file out of the page cache and returns which part of it stayed:
// some file systems, and a file that a process still runs, ignore the advice.
func evict(name string) (float64, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if err := f.Sync(); err != nil { // pages that are not written yet stay
		return 0, err
	}
	const dontNeed = 4 // POSIX_FADV_DONTNEED
	if _, _, e := syscall.Syscall6(syscall.SYS_FADVISE64, f.Fd(), 0, 0, dontNeed, 0, 0); e != 0 {
		return 0, e
	}
	stat, err := f.Stat()
	if err != nil {
		return 0, err
	}
	mapped, err := syscall.Mmap(int(f.Fd()), 0, int(stat.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return 0, err
	}
	defer syscall.Munmap(mapped)
	pages := make([]byte, (len(mapped)+os.Getpagesize()-1)/os.Getpagesize())
	if _, _, e := syscall.Syscall(syscall.SYS_MINCORE, uintptr(unsafe.Pointer(&mapped[0])), uintptr(len(mapped)), uintptr(unsafe.Pointer(&pages[0]))); e != 0 {
		return 0, e
	}
	stayed := 0
	for _, p := range pages {
		stayed += int(p & 1)
	}
	return float64(stayed) / float64(len(pages)), nil
}
