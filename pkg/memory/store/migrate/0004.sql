-- What the user wants of commands.

CREATE TABLE preferences (
	id TEXT PRIMARY KEY,
	project INTEGER,
	under TEXT,
	state TEXT NOT NULL,
	words TEXT,
	rule TEXT,
	confidence REAL NOT NULL,
	evidence TEXT,
	first INTEGER NOT NULL,
	last INTEGER NOT NULL
);

PRAGMA user_version = 4;
