// Package wishes is the wing of what users want of commands: their words heard, held as
// rules, applied and published. It holds no code itself.
//
// It stands on base and guard, and on the types of what is remembered. Memory asks it
// what a prompt said, agents publish what it holds.
package wishes
