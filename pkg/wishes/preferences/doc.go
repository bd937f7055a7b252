// Package preferences knows what users want of commands: it reads their words
// for a rule, finds the calls of a command that break one, and writes the command
// as it would have to be. It does no I/O, does not decide what is done about a
// command, and knows no program: its caller says what is one, and families of
// tools and classes of commands are in rules.
//
// Words are read in three ways. Canonical knows the forms that users and agents are told
// of, and takes what stands for a command as it is. Heard reads a prompt: a sentence is one
// of these forms with a known program, or each of its words has a role (Deduce, for
// commands; Places, for files and hosts). Written reads a line of a file for agents, which
// was not written for ctxhook, and asks for more.
package preferences
