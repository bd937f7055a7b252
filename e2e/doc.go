// Package e2e tells what ctxhook does, seen from outside: one story a file
// under testdata/script, each run through cmd.Main. It tests no package from
// inside.
//
// "go test ./e2e -u" writes the outputs that stories compare with anew, and
// "go test ./e2e -long" visits all hostile repositories.
package e2e
