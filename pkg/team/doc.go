// Package team is the wing for what several people share: the pages that one reads, and
// the database of a team. It holds no code itself.
//
// It stands on base and on what memory keeps. No hook enters it: only the command line
// and the program of the fleet do.
package team
