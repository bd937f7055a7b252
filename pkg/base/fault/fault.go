// Package fault plants errors in readers, for a test that shows what becomes of a command
// with one in it. It does nothing, and costs nothing, unless it is built with the tag
// faults.
package fault
