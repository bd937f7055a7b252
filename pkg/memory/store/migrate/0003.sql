-- What callers of the neutral envelope name and send beside the rest.

ALTER TABLE sessions ADD COLUMN namespace TEXT;
ALTER TABLE sessions ADD COLUMN metadata TEXT;
ALTER TABLE runs ADD COLUMN record TEXT;
ALTER TABLE tasks ADD COLUMN parameters TEXT;

PRAGMA user_version = 3;
