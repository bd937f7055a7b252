-- Decisions, lessons and preferences; what a team confirms and the policy that it
-- publishes; the views that answer its questions.

SET LOCAL ROLE fleet_admin;

CREATE TABLE fleet.decisions (
	month   date NOT NULL, -- of at; see month_of
	team    smallint NOT NULL,
	machine int NOT NULL,
	id      text NOT NULL, -- of the machine: d-...
	at      timestamptz NOT NULL,
	project text NOT NULL,
	session text,
	agent   text,
	action  text NOT NULL, -- warn, ask, block, stopped, allowed or paused
	risk    text,
	rules   text[] NOT NULL,
	command text,
	ending  text,          -- accepted, refused, denied, ran, interrupted or let through
	PRIMARY KEY (machine, id, month)
) PARTITION BY RANGE (month);
CREATE INDEX decisions_at ON fleet.decisions (at);

CREATE UNLOGGED TABLE fleet.staged_decisions (
	by      name NOT NULL DEFAULT session_user,
	id      text NOT NULL,
	at      timestamptz NOT NULL,
	project text,
	session text,
	agent   text,
	action  text NOT NULL,
	risk    text,
	rules   text[],
	command text,
	ending  text
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
GRANT INSERT (id, at, project, session, agent, action, risk, rules, command, ending) ON fleet.staged_decisions TO fleet_machine;

-- take_decisions moves the rows that the caller staged. What became of a decision
-- may be learned later.
CREATE FUNCTION fleet.take_decisions() RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	m fleet.machines := fleet.pusher();
	oldest date := (SELECT kept_from FROM fleet.settings);
	added int;
BEGIN
	DELETE FROM fleet.staged_decisions WHERE by = session_user AND fleet.month_of(at) < oldest AND fleet.month_of(at) > '1970-01-01';
	PERFORM fleet.make_month('decisions', month) FROM (SELECT DISTINCT fleet.month_of(at) AS month FROM fleet.staged_decisions WHERE by = session_user) s;
	UPDATE fleet.decisions d SET ending = s.ending FROM fleet.staged_decisions s
	WHERE s.by = session_user AND d.machine = m.id AND d.id = s.id AND d.month = fleet.month_of(s.at) AND s.ending IS NOT NULL AND s.ending IS DISTINCT FROM d.ending;
	INSERT INTO fleet.decisions
	SELECT fleet.month_of(at), m.team, m.id, id, at, coalesce(project, ''), session, agent, action, risk, coalesce(rules, '{}'), command, ending
	FROM fleet.staged_decisions WHERE by = session_user ON CONFLICT DO NOTHING;
	GET DIAGNOSTICS added = ROW_COUNT;
	DELETE FROM fleet.staged_decisions WHERE by = session_user;
	RETURN added;
END $$;

CREATE TABLE fleet.lessons (
	team      smallint NOT NULL,
	machine   int NOT NULL,
	id        text NOT NULL, -- of the machine: l-...
	project   text NOT NULL,
	kind      text NOT NULL,
	key       text NOT NULL, -- of a fix: the signature of the error
	state     text NOT NULL,
	what      text,
	wrong     text,
	earlier   jsonb,
	remedy    text,
	edit      bool NOT NULL,
	portable  bool NOT NULL, -- it names nothing of one machine
	worked    int NOT NULL,
	tried     int NOT NULL,
	misfire   int NOT NULL,
	first     timestamptz NOT NULL,
	last      timestamptz NOT NULL,
	told      int NOT NULL,  -- how often an agent was told it
	followed  int NOT NULL,  -- and did as it says
	helped    int NOT NULL,  -- and the error was gone
	PRIMARY KEY (machine, id)
);

CREATE TABLE fleet.preferences (
	team       smallint NOT NULL,
	machine    int NOT NULL,
	id         text NOT NULL, -- of the machine: p-...
	project    text NOT NULL, -- '': every project
	under      text,
	state      text NOT NULL,
	words      text,
	rule       jsonb,
	portable   bool NOT NULL,
	confidence float8 NOT NULL,
	first      timestamptz NOT NULL,
	last       timestamptz NOT NULL,
	PRIMARY KEY (machine, id)
);

-- The staged rows have the columns of the tables, but for who pushes them.
CREATE UNLOGGED TABLE fleet.staged_lessons (LIKE fleet.lessons);
ALTER TABLE fleet.staged_lessons DROP team, DROP machine, ADD by name NOT NULL DEFAULT session_user;
CREATE UNLOGGED TABLE fleet.staged_preferences (LIKE fleet.preferences);
ALTER TABLE fleet.staged_preferences DROP team, DROP machine, ADD by name NOT NULL DEFAULT session_user;
GRANT INSERT (id, project, kind, key, state, what, wrong, earlier, remedy, edit, portable, worked, tried, misfire, first, last, told, followed, helped)
	ON fleet.staged_lessons TO fleet_machine;
GRANT INSERT (id, project, under, state, words, rule, portable, confidence, first, last) ON fleet.staged_preferences TO fleet_machine;

CREATE FUNCTION fleet.take_lessons() RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE m fleet.machines := fleet.pusher(); added int;
BEGIN
	WITH put AS (
		INSERT INTO fleet.lessons AS l (team, machine, id, project, kind, key, state, what, wrong, earlier, remedy, edit, portable, worked, tried, misfire, first, last, told, followed, helped)
		SELECT DISTINCT ON (s.id) m.team, m.id, s.id, project, kind, key, state, what, wrong, earlier, remedy, edit, portable, worked, tried, misfire, first, last, told, followed, helped
		FROM fleet.staged_lessons s WHERE by = session_user
		ON CONFLICT (machine, id) DO UPDATE SET (project, kind, key, state, what, wrong, earlier, remedy, edit, portable, worked, tried, misfire, first, last, told, followed, helped)
			= (excluded.project, excluded.kind, excluded.key, excluded.state, excluded.what, excluded.wrong, excluded.earlier, excluded.remedy, excluded.edit, excluded.portable,
			excluded.worked, excluded.tried, excluded.misfire, excluded.first, excluded.last, excluded.told, excluded.followed, excluded.helped)
		RETURNING xmax = 0 AS new
	) SELECT count(*) FILTER (WHERE new) INTO added FROM put;
	DELETE FROM fleet.staged_lessons WHERE by = session_user;
	RETURN added;
END $$;

CREATE FUNCTION fleet.take_preferences() RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE m fleet.machines := fleet.pusher(); added int;
BEGIN
	WITH put AS (
		INSERT INTO fleet.preferences AS p (team, machine, id, project, under, state, words, rule, portable, confidence, first, last)
		SELECT DISTINCT ON (s.id) m.team, m.id, s.id, project, under, state, words, rule, portable, confidence, first, last
		FROM fleet.staged_preferences s WHERE by = session_user
		ON CONFLICT (machine, id) DO UPDATE SET (project, under, state, words, rule, portable, confidence, first, last)
			= (excluded.project, excluded.under, excluded.state, excluded.words, excluded.rule, excluded.portable, excluded.confidence, excluded.first, excluded.last)
		RETURNING xmax = 0 AS new
	) SELECT count(*) FILTER (WHERE new) INTO added FROM put;
	DELETE FROM fleet.staged_preferences WHERE by = session_user;
	RETURN added;
END $$;

-- What a lead confirmed, as it was then: the machine that taught it cannot change
-- it any more. Its id is the one that it has on the machines that accept it.
CREATE TABLE fleet.confirmed (
	id      text PRIMARY KEY,
	team    smallint NOT NULL REFERENCES fleet.teams,
	kind    text NOT NULL CHECK (kind IN ('lesson', 'preference')),
	machine int NOT NULL,
	source  text NOT NULL, -- its id on that machine
	by      name NOT NULL,
	at      timestamptz NOT NULL DEFAULT now(),
	content jsonb NOT NULL,
	UNIQUE (machine, source)
);

-- confirm takes a lesson or a preference of a team of the caller.
CREATE FUNCTION fleet.confirm(of_machine text, local text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	m fleet.machines;
	what text := CASE left(local, 2) WHEN 'l-' THEN 'lesson' WHEN 'p-' THEN 'preference' END;
	content jsonb;
	shared text := left(local, 2) || left(md5((SELECT s.fleet::text FROM fleet.settings s) || of_machine || '/' || local), 8);
BEGIN
	SELECT * INTO m FROM fleet.machines x WHERE x.role = of_machine AND x.team = ANY (fleet.my_teams());
	IF what = 'lesson' THEN
		SELECT to_jsonb(l) INTO content FROM fleet.lessons l WHERE l.machine = m.id AND l.id = local AND l.kind = 'fix' AND l.state = 'open' AND l.portable;
	ELSE
		SELECT to_jsonb(p) INTO content FROM fleet.preferences p WHERE p.machine = m.id AND p.id = local AND p.state = 'active' AND p.portable;
	END IF;
	IF content IS NULL THEN
		RAISE EXCEPTION 'there is no %/% that can be confirmed', of_machine, local USING ERRCODE = 'no_data_found';
	END IF;
	INSERT INTO fleet.confirmed (id, team, kind, machine, source, by, content) VALUES (shared, m.team, what, m.id, local, session_user, content - ARRAY['team', 'machine'])
	ON CONFLICT (machine, source) DO UPDATE SET content = excluded.content, by = excluded.by, at = excluded.at;
	RETURN shared;
END $$;

-- withdraw takes it back: machines that did not pull it yet never will.
CREATE FUNCTION fleet.withdraw(id text) RETURNS bool LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM fleet.confirmed c WHERE c.id = withdraw.id AND c.team = ANY (fleet.my_teams());
	RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION fleet.confirm(text, text), fleet.withdraw(text) TO fleet_lead;

-- The versions of a policy: the files of a directory by their names.
CREATE TABLE fleet.policies (
	team    smallint NOT NULL REFERENCES fleet.teams,
	version int NOT NULL,
	sha256  text NOT NULL,
	files   jsonb NOT NULL,
	by      name NOT NULL DEFAULT session_user,
	at      timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (team, version)
);

-- my_team is the team of a machine, or the first of another member.
CREATE FUNCTION fleet.my_team() RETURNS smallint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce((SELECT team FROM fleet.machines WHERE role = session_user AND revoked IS NULL), (SELECT min(team) FROM fleet.members WHERE role = session_user))
$$;

-- What a machine may read: what its team confirmed and published, and no table.
CREATE FUNCTION fleet.proposals() RETURNS TABLE (id text, kind text, content jsonb) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
	SELECT c.id, c.kind, c.content FROM fleet.confirmed c
	WHERE c.team = fleet.my_team() AND c.machine IS DISTINCT FROM (SELECT m.id FROM fleet.machines m WHERE m.role = session_user)
	ORDER BY c.at DESC LIMIT 2000
$$;
CREATE FUNCTION fleet.policy() RETURNS TABLE (version int, sha256 text, files jsonb) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
	SELECT p.version, p.sha256, p.files FROM fleet.policies p WHERE p.team = fleet.my_team() ORDER BY p.version DESC LIMIT 1
$$;
GRANT EXECUTE ON FUNCTION fleet.proposals(), fleet.policy() TO fleet_machine, fleet_lead, fleet_reader;

-- The questions of a team. Each view obeys the row-level security of its reader.

CREATE VIEW fleet.blocked WITH (security_invoker = true) AS
	SELECT d.month, d.team, d.machine, d.project, (d.at AT TIME ZONE 'UTC')::date AS day, rule, d.action, d.ending, 1 AS n
	FROM fleet.decisions d, unnest(d.rules) AS rule;
COMMENT ON VIEW fleet.blocked IS 'what was stopped, asked about or warned of, where, and how it ended';

-- A rule fires for nothing when the user lets the command run all the same.
CREATE VIEW fleet.overruled WITH (security_invoker = true) AS
	SELECT month, team, day, rule, action, n, (CASE WHEN action = 'ask' AND ending = 'accepted' OR ending = 'let through' OR action = 'block' AND ending = 'ran' THEN 1 ELSE 0 END) AS overruled
	FROM fleet.blocked WHERE action IN ('ask', 'block');
COMMENT ON VIEW fleet.overruled IS 'how often people let a command run that a rule stopped';

CREATE VIEW fleet.failing_checks WITH (security_invoker = true) AS
	SELECT team, machine, project, day, tool, kind, checked, runs, failed FROM fleet.check_days;
COMMENT ON VIEW fleet.failing_checks IS 'how often each check ran and failed';

CREATE VIEW fleet.lesson_help WITH (security_invoker = true) AS
	SELECT l.team, m.role AS machine, l.id, coalesce(c.id, l.id) AS shared, l.what, l.remedy, c.id IS NOT NULL AS confirmed, l.told, l.followed, l.helped
	FROM fleet.lessons l JOIN fleet.machines m ON m.id = l.machine
	LEFT JOIN fleet.confirmed c ON c.team = l.team AND (c.machine = l.machine AND c.source = l.id OR c.id = l.id)
	WHERE l.kind = 'fix';
COMMENT ON VIEW fleet.lesson_help IS 'which lessons were told on which machine, and helped';

CREATE VIEW fleet.silent_machines WITH (security_invoker = true) AS
	SELECT m.team, m.role AS machine, m.host, m.program, m.pushed, m.ran, m.rows, m.revoked FROM fleet.machines m;
COMMENT ON VIEW fleet.silent_machines IS 'when each machine pushed and ran something last';

-- Fixes and preferences that a lead may confirm.
CREATE VIEW fleet.candidates WITH (security_invoker = true) AS
	SELECT l.team, m.role AS machine, l.id, 'lesson' AS kind, l.project, l.what, coalesce(l.remedy, '') AS text, l.worked, l.tried, l.last
	FROM fleet.lessons l JOIN fleet.machines m ON m.id = l.machine
	WHERE l.kind = 'fix' AND l.state = 'open' AND l.portable AND NOT EXISTS (SELECT FROM fleet.confirmed c WHERE c.machine = l.machine AND c.source = l.id OR c.id = l.id)
	UNION ALL
	SELECT p.team, m.role, p.id, 'preference', p.project, NULL, coalesce(p.words, ''), 0, 0, p.last
	FROM fleet.preferences p JOIN fleet.machines m ON m.id = p.machine
	WHERE p.state = 'active' AND p.portable AND NOT EXISTS (SELECT FROM fleet.confirmed c WHERE c.machine = p.machine AND c.source = p.id OR c.id = p.id);

DO $$
DECLARE t text;
BEGIN
	FOREACH t IN ARRAY ARRAY['decisions', 'lessons', 'preferences', 'confirmed', 'policies'] LOOP
		EXECUTE format('ALTER TABLE fleet.%I ENABLE ROW LEVEL SECURITY', t);
		EXECUTE format('CREATE POLICY own_teams ON fleet.%I FOR SELECT USING (team = ANY ((SELECT fleet.my_teams())::smallint[]))', t);
		EXECUTE format('GRANT SELECT ON fleet.%I TO fleet_reader, fleet_lead', t);
	END LOOP;
	FOREACH t IN ARRAY ARRAY['blocked', 'overruled', 'failing_checks', 'lesson_help', 'silent_machines', 'candidates'] LOOP
		EXECUTE format('GRANT SELECT ON fleet.%I TO fleet_reader, fleet_lead', t);
	END LOOP;
	GRANT EXECUTE ON FUNCTION fleet.take_decisions(), fleet.take_lessons(), fleet.take_preferences() TO fleet_machine;
END $$;

INSERT INTO fleet.versions (version) VALUES (2);
