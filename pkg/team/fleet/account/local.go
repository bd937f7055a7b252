package account

import (
	"net/netip"
	"strings"
)

// Local reports whether a host is this machine: a socket, or a loopback address.
func Local(host string) bool {
	if host == "" || host == "localhost" || strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}
