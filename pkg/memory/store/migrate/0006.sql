-- Counts of runs, outputs and edits, so that no question reads all of them.

CREATE TABLE tallies (
	span INTEGER NOT NULL,
	number INTEGER NOT NULL,
	project INTEGER NOT NULL,
	what TEXT NOT NULL,
	n INTEGER NOT NULL,
	took INTEGER NOT NULL,
	PRIMARY KEY (span, number, project, what)
) WITHOUT ROWID;

CREATE TABLE visits (
	session INTEGER NOT NULL,
	project INTEGER NOT NULL,
	last INTEGER NOT NULL,
	PRIMARY KEY (session, project)
) WITHOUT ROWID;

PRAGMA user_version = 6;
