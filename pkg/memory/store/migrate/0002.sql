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

-- What sessions came to, and the tasks that agents hand on.

ALTER TABLE sessions ADD COLUMN ended INTEGER;
ALTER TABLE sessions ADD COLUMN previous TEXT;
ALTER TABLE sessions ADD COLUMN summary TEXT;
ALTER TABLE sessions ADD COLUMN told TEXT;
ALTER TABLE runs ADD COLUMN subagent TEXT;
ALTER TABLE edits ADD COLUMN subagent TEXT;

CREATE TABLE tasks (
	at INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	session INTEGER,
	project INTEGER,
	call TEXT,
	tool TEXT,
	type TEXT,
	subagent TEXT,
	what TEXT,
	prompt TEXT,
	ended INTEGER,
	verdict TEXT NOT NULL,
	result TEXT,
	commands INTEGER NOT NULL,
	failures INTEGER NOT NULL
);
CREATE INDEX tasks_session ON tasks (session);

-- Lessons that lost what spoke for them, that are offered in all projects, and
-- that became one.

ALTER TABLE lessons ADD COLUMN ignored INTEGER;
ALTER TABLE lessons ADD COLUMN everywhere INTEGER;
ALTER TABLE lessons ADD COLUMN merged TEXT;

PRAGMA user_version = 2;
