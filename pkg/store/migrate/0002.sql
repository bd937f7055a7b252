-- Checks from red to green, and what many runs of one command came to.

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

CREATE TABLE commands (
	id INTEGER PRIMARY KEY,
	project INTEGER NOT NULL,
	key TEXT NOT NULL,
	command TEXT,
	template TEXT,
	good INTEGER NOT NULL,
	bad INTEGER NOT NULL,
	streak INTEGER NOT NULL,
	signature TEXT,
	class TEXT,
	line TEXT,
	first INTEGER NOT NULL,
	last INTEGER NOT NULL,
	worked INTEGER,
	run TEXT,
	failed TEXT,
	session INTEGER,
	misfire INTEGER NOT NULL
);
CREATE UNIQUE INDEX commands_key ON commands (project, key);

-- Lessons that lost what spoke for them, that are offered in all projects, and
-- that became one.

ALTER TABLE lessons ADD COLUMN ignored INTEGER;
ALTER TABLE lessons ADD COLUMN everywhere INTEGER;
ALTER TABLE lessons ADD COLUMN merged TEXT;

PRAGMA user_version = 2;
