-- The sessions of a project, to find the last without looking at those of others.

CREATE INDEX sessions_project ON sessions (project);

PRAGMA user_version = 5;
