// Package guard is the wing that says what a command would do, before it runs: what is
// known of programs, how a shell reads the text, what each call changes, which rule that
// meets, and the verdict. It holds no code itself.
//
// It stands on base alone. What it must know of the past, whose work a file is and which
// copies there are, reaches it as facts that its caller answers: no verdict waits for
// what is remembered. All but base may enter it.
package guard
