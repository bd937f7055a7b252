-- The first schema.

CREATE TABLE projects (
	id INTEGER PRIMARY KEY,
	root TEXT NOT NULL UNIQUE,
	same INTEGER NOT NULL,
	remote TEXT
);

CREATE TABLE sessions (
	id INTEGER PRIMARY KEY,
	key TEXT NOT NULL UNIQUE,
	agent TEXT,
	project INTEGER,
	started INTEGER NOT NULL
);

CREATE TABLE runs (
	at INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	session INTEGER,
	project INTEGER,
	cwd TEXT,
	agent TEXT,
	call TEXT,
	command TEXT,
	template TEXT,
	outcome TEXT NOT NULL,
	exit INTEGER,
	took INTEGER,
	errors TEXT,
	checked TEXT
);

CREATE INDEX runs_session ON runs (session);

CREATE INDEX runs_project ON runs (project);

CREATE INDEX runs_call ON runs (call) WHERE call IS NOT NULL;

CREATE TABLE outputs (
	run INTEGER PRIMARY KEY,
	text TEXT NOT NULL
);

CREATE TABLE edits (
	at INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	session INTEGER,
	project INTEGER,
	call TEXT,
	path TEXT
);

CREATE INDEX edits_session ON edits (session);

CREATE INDEX edits_call ON edits (call) WHERE call IS NOT NULL;

CREATE TABLE lessons (
	id TEXT PRIMARY KEY,
	project INTEGER,
	kind TEXT NOT NULL,
	key TEXT NOT NULL,
	state TEXT NOT NULL,
	what TEXT,
	session TEXT,
	run TEXT,
	seen INTEGER NOT NULL,
	first INTEGER NOT NULL,
	last INTEGER NOT NULL,
	checked TEXT,
	wrong TEXT,
	earlier TEXT,
	remedy TEXT,
	edit INTEGER NOT NULL,
	worked INTEGER NOT NULL,
	tried INTEGER NOT NULL,
	misfire INTEGER NOT NULL,
	lift REAL
);

CREATE INDEX lessons_key ON lessons (project, kind, key);

CREATE TABLE advice (
	at INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	session INTEGER,
	project INTEGER,
	run TEXT,
	source TEXT,
	signature TEXT,
	command TEXT,
	text TEXT,
	safe INTEGER NOT NULL,
	rule TEXT,
	lesson TEXT,
	followed TEXT,
	worked INTEGER
);

CREATE INDEX advice_session ON advice (session);
CREATE INDEX advice_misfired ON advice (signature) WHERE worked = 0;

CREATE TABLE decisions (
	at INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	session INTEGER,
	project TEXT,
	cwd TEXT,
	agent TEXT,
	action TEXT NOT NULL,
	risk TEXT,
	rules TEXT,
	allowed TEXT,
	message TEXT,
	command TEXT,
	hash TEXT
);

CREATE TABLE counters (
	name TEXT PRIMARY KEY,
	n INTEGER NOT NULL
) WITHOUT ROWID;

CREATE VIRTUAL TABLE found USING fts5 (
	text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

PRAGMA application_id = 0x63747868;
PRAGMA user_version = 1;
