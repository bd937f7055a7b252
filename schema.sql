-- What ctxhook remembers. One file, written by many short processes at once,
-- each in one transaction; read by people, too:
--
--	sqlite3 ~/.local/share/ctxhook/ctxhook.db
--	SELECT datetime(at / 1000000, 'unixepoch'), outcome, command FROM runs ORDER BY at DESC LIMIT 20;
--
-- Times are microseconds since 1970 in UTC. Where a time is the key of a
-- table it is moved by a few microseconds until it is free, so that rows lie
-- in the order in which things happened. What is not known is NULL. All text
-- that came from a command or its output has had its secrets masked. Numbers
-- of another table's rows are not checked: a row may outlive what it names.
--
-- Every table and every index costs the start of each hook a little, so there
-- are few. A change here is a new file in pkg/memory/store/migrate, too.

-- The directories in which work is done. A work tree of git is the same
-- project as the repository that it belongs to.
CREATE TABLE projects (
	id     INTEGER PRIMARY KEY,
	root   TEXT NOT NULL UNIQUE, -- of the work tree, or of a project without git
	same   INTEGER NOT NULL,     -- the project that this is a work tree of, or id
	remote TEXT                  -- where git pushes to, without passwords
);

-- The sessions of agents.
CREATE TABLE sessions (
	id       INTEGER PRIMARY KEY,
	key      TEXT NOT NULL UNIQUE, -- as the agent calls it
	agent    TEXT,
	project  INTEGER,              -- projects.same, of its first event
	started  INTEGER NOT NULL,     -- its first event
	ended    INTEGER,              -- NULL when it was not told
	previous TEXT,                 -- sessions.key of the project's session before it
	summary  TEXT,                 -- JSON: {"until", "commands", "failures", "fixes", "lessons", "blocked"}
	told     TEXT,                 -- lessons.id and preferences.id that its model has heard of, and unread-.. for lines of files that it was asked about, in lines
	namespace TEXT,                -- as the agent calls it
	metadata TEXT                  -- of the agent: JSON
);
CREATE INDEX sessions_project ON sessions (project);

-- The commands that ran, and those that were not let.
CREATE TABLE runs (
	at       INTEGER PRIMARY KEY,  -- when it started
	id       TEXT NOT NULL UNIQUE, -- r-...
	session  INTEGER,
	project  INTEGER,              -- projects.same
	cwd      TEXT,
	agent    TEXT,
	call     TEXT,                 -- the agent's id of the call
	command  TEXT,
	template TEXT,                 -- the command without its particulars
	outcome  TEXT NOT NULL,        -- ok, failed, masked, background, timed-out, interrupted, denied, refused, unknown
	exit     INTEGER,
	took     INTEGER,              -- microseconds
	errors   TEXT,                 -- JSON: [{"class", "rule", "signature", "line", "shape", "cause", "missing", "package"}]
	checked  TEXT,                 -- JSON: {"tool", "kind", "key", "all", "failed", "masked", "tests", "files", "lines", "counts", "also", "saw": {"commit", "dirty": {file: sum of its content}, "made"}, "dropped"}
	subagent TEXT,                 -- that ran it; NULL: the main one
	record   TEXT                  -- a UUID, by which callers of the neutral envelope know it
);
CREATE INDEX runs_session ON runs (session);
CREATE INDEX runs_project ON runs (project);
CREATE INDEX runs_call ON runs (call) WHERE call IS NOT NULL;

-- What they printed, cut to max_output_length. Apart, because it is long and
-- rarely read.
CREATE TABLE outputs (
	run  INTEGER PRIMARY KEY, -- runs.at
	text TEXT NOT NULL
);

-- The files that agents wrote.
CREATE TABLE edits (
	at       INTEGER PRIMARY KEY,
	id       TEXT NOT NULL UNIQUE, -- e-...
	session  INTEGER,
	project  INTEGER,              -- projects.same
	call     TEXT,
	path     TEXT,
	subagent TEXT,                 -- that wrote it; NULL: the main one
	weakens  TEXT                  -- what it does to tests; NULL: nothing
);
CREATE INDEX edits_session ON edits (session);
CREATE INDEX edits_call ON edits (call) WHERE call IS NOT NULL;

-- What many runs of one command came to, in one directory of a project: it
-- outlives them.
CREATE TABLE commands (
	id        INTEGER PRIMARY KEY,
	project   INTEGER NOT NULL, -- projects.same
	key       TEXT NOT NULL,    -- of the command and the directory
	command   TEXT,             -- as it was run last
	template  TEXT,
	good      INTEGER NOT NULL, -- runs that went well
	bad       INTEGER NOT NULL, -- runs that did not
	streak    INTEGER NOT NULL, -- how often it failed with the same error since
	signature TEXT,             -- of the error of the last failure
	class     TEXT,
	line      TEXT,             -- that says it
	first     INTEGER NOT NULL, -- when it was run first
	last      INTEGER NOT NULL,
	worked    INTEGER,          -- when it went well last
	run       TEXT,             -- runs.id of the last
	failed    TEXT,             -- runs.id of the last that failed
	session   INTEGER,          -- of the last
	misfire   INTEGER NOT NULL  -- how often it was stopped for its past, and went well
);
CREATE UNIQUE INDEX commands_key ON commands (project, key);

-- The work that agents handed on, to subagents of theirs. Its steps are the
-- runs and edits of the subagent.
CREATE TABLE tasks (
	at       INTEGER PRIMARY KEY,  -- when it began
	id       TEXT NOT NULL UNIQUE, -- t-...
	session  INTEGER,
	project  INTEGER,              -- projects.same
	call     TEXT,                 -- the agent's id of the call, or of the task
	tool     TEXT,                 -- that it was handed to
	type     TEXT,                 -- of the subagent
	subagent TEXT,                 -- its id
	what     TEXT,                 -- the task in a line
	prompt   TEXT,
	ended    INTEGER,
	verdict  TEXT NOT NULL,        -- open, success, failure or partial
	result   TEXT,
	commands INTEGER NOT NULL,     -- that ran in it
	failures INTEGER NOT NULL,     -- of those, that went wrong
	parameters TEXT                -- of the tool: JSON
);
CREATE INDEX tasks_session ON tasks (session);

-- What runs taught: the checks that fail, what helped against an error, and
-- what is usual. They outlive the runs; those that say nothing any more go after
-- nine months, and of a project there are at most 500 of a kind.
CREATE TABLE lessons (
	id         TEXT PRIMARY KEY, -- l-...
	project    INTEGER,          -- projects.same
	kind       TEXT NOT NULL,    -- check, fix or habit
	key        TEXT NOT NULL,    -- of the check or the habit, or the signature of the error
	state      TEXT NOT NULL,    -- open, closed, retired or declined
	what       TEXT,             -- what is wrong, in a line
	session    TEXT,             -- sessions.key that taught it last
	run        TEXT,             -- runs.id that shows it last
	seen       INTEGER NOT NULL, -- how often
	first      INTEGER NOT NULL, -- when it was seen first
	last       INTEGER NOT NULL,
	checked    TEXT,             -- of a check: JSON as in runs, and "seen": {"command", "cwd", "tree", "branch", "commit", "ended", "tests", "red"}, "flaky", "weakened"
	wrong      TEXT,             -- of a fix: the part of the failing command that remedy replaces; of a habit: what comes first
	earlier    TEXT,             -- of a fix: JSON: [{"text", "edit"}], what was done before remedy
	remedy     TEXT,             -- of a fix: a command, or a file
	edit       INTEGER NOT NULL, -- of a fix: 1 when remedy is a file
	worked     INTEGER NOT NULL, -- of a fix: how often the error was gone
	tried      INTEGER NOT NULL, --   of how many times
	misfire    INTEGER NOT NULL, --   and how often it misled
	lift       REAL,             -- of a habit: how many times as often remedy comes after wrong as after anything
	ignored    INTEGER,          -- of a fix: sessions that were told it since it helped last, and did something else
	everywhere INTEGER,          --   1 when it helped in several projects and is offered in all; project is NULL
	merged     TEXT              -- lessons.id that said the same, and were taken in, in lines
);
CREATE INDEX lessons_key ON lessons (project, kind, key);

-- How checks went from red to green.
CREATE TABLE episodes (
	at      INTEGER PRIMARY KEY,  -- when it was green
	id      TEXT NOT NULL UNIQUE, -- g-...
	session INTEGER,
	project INTEGER,              -- projects.same
	key     TEXT,                 -- of the check
	tool    TEXT,
	red     TEXT,                 -- runs.id that failed first
	green   TEXT,                 -- runs.id that passed
	steps   TEXT,                 -- JSON: [{"text", "edit"}]: what was done between
	lessons TEXT                  -- lessons.id that it taught, in lines
);

-- What was told to agents, and whether it helped.
CREATE TABLE advice (
	at        INTEGER PRIMARY KEY,
	id        TEXT NOT NULL UNIQUE, -- v-...
	session   INTEGER,
	project   INTEGER,              -- projects.same
	run       TEXT,                 -- runs.id after which it was told
	source    TEXT,                 -- history, tool, rule, recall or repeat
	signature TEXT,                 -- of the error
	command   TEXT,
	text      TEXT,
	safe      INTEGER NOT NULL,     -- 1: an agent may run it without asking
	rule      TEXT,
	lesson    TEXT,                 -- lessons.id
	followed  TEXT,                 -- runs.id that did as it says
	worked    INTEGER               -- 1 or 0
);
CREATE INDEX advice_session ON advice (session);
CREATE INDEX advice_misfired ON advice (signature) WHERE worked = 0;

-- Every warning, question and block, and what the user let through.
CREATE TABLE decisions (
	at      INTEGER PRIMARY KEY,
	id      TEXT NOT NULL UNIQUE, -- d-...
	session INTEGER,
	project TEXT,                 -- its root
	cwd     TEXT,
	agent   TEXT,
	action  TEXT NOT NULL,        -- warn, ask or block
	risk    TEXT,
	rules   TEXT,                 -- in lines, the riskiest first
	allowed TEXT,                 -- the entries of allow.yaml that let something pass, in lines
	message TEXT,
	command TEXT,
	hash    TEXT                  -- of the exact command
);

-- What the user wants of commands: "use uv, not pip". They outlive the runs, and
-- a declined one stays, so that it is not proposed again.
CREATE TABLE preferences (
	id         TEXT PRIMARY KEY, -- p-...
	project    INTEGER,          -- projects.same; NULL: every project
	under      TEXT,             -- the part of the project that it holds for, from its root on; NULL: all
	state      TEXT NOT NULL,    -- candidate, proposed, active, declined, contradicted or expired
	words      TEXT,             -- what the user wants, in a line
	rule       TEXT,             -- what commands are compared with: JSON: {"form", "avoid", "class", "prefer", "when", "with", "after", "except", "place"}; NULL: it is only told
	confidence REAL NOT NULL,    -- 0 to 1
	evidence   TEXT,             -- JSON: [{"time", "layer", "confidence", "session", "words", "command", "file", "line", "noted"}]
	first      INTEGER NOT NULL, -- when it was seen first
	last       INTEGER NOT NULL
);

-- How well ctxhook itself is, how far its work has come, and how long its hooks
-- took: calls by hook and step of their time, answers, tokens that models were told.
CREATE TABLE counters (
	name TEXT PRIMARY KEY,
	n    INTEGER NOT NULL
) WITHOUT ROWID;

-- How many runs, outputs and edits there were in each quarter of an hour and in
-- each day of UTC. Hooks do not write it: what it has not got yet is
-- counters.tallied_until and later.
CREATE TABLE tallies (
	span    INTEGER NOT NULL, -- microseconds: of a quarter of an hour, or of a day
	number  INTEGER NOT NULL, -- of such spans since 1970
	project INTEGER NOT NULL, -- projects.same; 0: none
	what    TEXT NOT NULL,    -- runs.outcome, output or edit
	n       INTEGER NOT NULL,
	took    INTEGER NOT NULL, -- of runs: microseconds, all together
	PRIMARY KEY (span, number, project, what)
) WITHOUT ROWID;

-- In which projects sessions ran commands, as far as tallies goes.
CREATE TABLE visits (
	session INTEGER NOT NULL,
	project INTEGER NOT NULL, -- projects.same; 0: none
	last    INTEGER NOT NULL, -- runs.at
	PRIMARY KEY (session, project)
) WITHOUT ROWID;

-- The words of runs: command, errors and check, by runs.at. Hooks do not
-- write it; what it has not got yet is counters.found_until and later.
CREATE VIRTUAL TABLE found USING fts5 (
	text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

PRAGMA application_id = 0x63747868; -- ctxh
PRAGMA user_version = 7;
