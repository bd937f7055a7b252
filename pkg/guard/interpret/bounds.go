package interpret

// Bounds of what is within each other, and of how much is told apart. What a
// text costs in all, Work bounds.
const (
	maxDepth = 24      // texts within texts, functions within functions
	maxStack = 3000    // statements within statements: all of a list behind && are
	maxWrap  = 32      // programs that run programs, within each other
	maxAlts  = 8       // values one word may have
	maxValue = 1 << 18 // bytes of one that is put together
)

// The steps that kinds of work cost.
const (
	stepsOfStmt    = 4
	stepsOfField   = 3  // of a word that is expanded
	stepsOfFile    = 5  // that is written, to be found again
	stepsOfPiece   = 60 // a text that is parsed on its own
	stepsOfPattern = 30 // and of an expression that is worked out: reading it
	stepsOfRegexp  = 60 // for each eight bytes of it, and 64 of the text
	elemsOfStep    = 16 // of an array that are told apart
	linksOfStep    = 4
	lookUpsOfStep  = 4 // of a program in the directories of a search path
	madeOfStep     = 32
	nestedInStep   = 16 // pairs of braces that one word opens
)
