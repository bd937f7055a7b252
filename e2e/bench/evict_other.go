//go:build !linux || (!amd64 && !arm64)

package main

// evict does nothing here, so that all of the file stays in the page cache.
func evict(string) (float64, error) { return 1, nil }
