-- What edits do to tests.

ALTER TABLE edits ADD COLUMN weakens TEXT;

PRAGMA user_version = 7;
