-- Checks from red to green.

CREATE TABLE episodes (
	at INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	session INTEGER,
	project INTEGER,
	key TEXT,
	tool TEXT,
	red TEXT,
	green TEXT,
	steps TEXT,
	lessons TEXT
);

PRAGMA user_version = 2;
