-- What a team keeps of the runs of its machines. PostgreSQL 15 or later.
--
-- Machines add rows and read nothing: they copy rows into a staged_ table, on
-- which they may only insert, and call a function that moves them. Readers see the
-- rows of their own teams. Tables are partitioned by month, so that old months
-- can be dropped.
--
-- A change is a new file beside this one. It only adds: machines with an older
-- program keep adding rows to a newer schema, and a newer program sends an older
-- schema what that knows.

DO $$
DECLARE r name;
BEGIN
	FOREACH r IN ARRAY ARRAY['fleet_admin', 'fleet_lead', 'fleet_reader', 'fleet_machine']::name[] LOOP
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN
			EXECUTE format('CREATE ROLE %I NOLOGIN', r);
		END IF;
	END LOOP;
	IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
		EXECUTE format('GRANT fleet_admin TO %I', current_user);
	END IF;
	EXECUTE format('GRANT CREATE ON DATABASE %I TO fleet_admin', current_database());
END $$;

CREATE SCHEMA fleet AUTHORIZATION fleet_admin;
SET LOCAL ROLE fleet_admin;
ALTER DEFAULT PRIVILEGES IN SCHEMA fleet REVOKE ALL ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE ALL ON FUNCTIONS FROM PUBLIC;
GRANT USAGE ON SCHEMA fleet TO fleet_machine, fleet_reader, fleet_lead;

CREATE TABLE fleet.versions (
	version int PRIMARY KEY,
	applied timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE fleet.settings (
	fleet     uuid NOT NULL DEFAULT gen_random_uuid(),
	kept_from date NOT NULL DEFAULT '2020-01-01' -- rows of months before it are not taken
);
INSERT INTO fleet.settings DEFAULT VALUES;

CREATE TABLE fleet.teams (
	id   smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	name text NOT NULL UNIQUE
);

-- The login roles of a team. A machine is one role.
CREATE TABLE fleet.members (
	role name NOT NULL,
	team smallint NOT NULL REFERENCES fleet.teams,
	PRIMARY KEY (role, team)
);

CREATE TABLE fleet.machines (
	id       int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	role     name NOT NULL UNIQUE,
	team     smallint NOT NULL REFERENCES fleet.teams,
	enrolled timestamptz NOT NULL DEFAULT now(),
	revoked  timestamptz,
	host     text,        -- as its team's key names it
	program  text,        -- the version that pushed last
	pushed   timestamptz, -- when it pushed last
	ran      timestamptz, -- its last run
	rows     bigint NOT NULL DEFAULT 0
);

CREATE TABLE fleet.runs (
	month     date NOT NULL, -- of at; see month_of
	team      smallint NOT NULL,
	machine   int NOT NULL,
	id        text NOT NULL, -- of the machine: r-...
	at        timestamptz NOT NULL,
	took      bigint,        -- microseconds
	project   text NOT NULL,
	session   text,
	agent     text,
	command   text,
	template  text,
	outcome   text NOT NULL,
	exit      int,
	class     text,          -- of the first error
	signature text,
	tool      text,          -- of the check; NULL: it checked nothing
	kind      text,
	checked   text,          -- what it checked
	failed    bool,
	output    text,
	PRIMARY KEY (machine, id, month)
) PARTITION BY RANGE (month);
CREATE INDEX runs_at ON fleet.runs USING brin (at);
CREATE INDEX runs_unknown ON fleet.runs (machine, id) WHERE outcome = 'unknown';

-- Sums of a day in UTC, which the questions are answered from. They are written
-- in the transaction that adds the runs.
CREATE TABLE fleet.run_days (
	team    smallint NOT NULL,
	machine int NOT NULL,
	day     date NOT NULL,
	project text NOT NULL,
	runs    bigint NOT NULL,
	failed  bigint NOT NULL, -- that went wrong
	stopped bigint NOT NULL, -- that did not run
	PRIMARY KEY (machine, day, project)
);
CREATE INDEX run_days_day ON fleet.run_days (day);

CREATE TABLE fleet.check_days (
	team    smallint NOT NULL,
	machine int NOT NULL,
	day     date NOT NULL,
	project text NOT NULL,
	tool    text NOT NULL,
	checked text NOT NULL,
	kind    text,
	runs    bigint NOT NULL,
	failed  bigint NOT NULL,
	PRIMARY KEY (machine, day, project, tool, checked)
);
CREATE INDEX check_days_day ON fleet.check_days (day);

-- Where machines put rows, for as long as a transaction lasts.
CREATE UNLOGGED TABLE fleet.staged_runs (
	by        name NOT NULL DEFAULT session_user,
	id        text NOT NULL,
	at        timestamptz NOT NULL,
	took      bigint,
	project   text,
	session   text,
	agent     text,
	command   text,
	template  text,
	outcome   text NOT NULL,
	exit      int,
	class     text,
	signature text,
	tool      text,
	kind      text,
	checked   text,
	failed    bool,
	output    text
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
GRANT INSERT (id, at, took, project, session, agent, command, template, outcome, exit, class, signature, tool, kind, checked, failed, output)
	ON fleet.staged_runs TO fleet_machine;

-- month_of is the partition of a time. A clock that is far off does not make
-- hundreds of partitions: such rows share the first.
CREATE FUNCTION fleet.month_of(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN at >= '2020-01-01 00:00+00' AND at < '2050-01-01 00:00+00' THEN date_trunc('month', at AT TIME ZONE 'UTC')::date ELSE '1970-01-01' END
$$;

CREATE FUNCTION fleet.make_month(parent text, month date) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE part text := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
BEGIN
	IF to_regclass('fleet.' || part) IS NOT NULL THEN
		RETURN;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('fleet.make_month'));
	EXECUTE format('CREATE TABLE IF NOT EXISTS fleet.%I PARTITION OF fleet.%I FOR VALUES FROM (%L) TO (%L)', part, parent, month, (month + interval '1 month')::date);
	EXECUTE format('ALTER TABLE fleet.%I SET (autovacuum_vacuum_insert_scale_factor = 0.1)', part);
END $$;

-- pusher is the machine that a role is; it is locked, so that its pushes follow
-- each other.
CREATE FUNCTION fleet.pusher() RETURNS fleet.machines LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE m fleet.machines;
BEGIN
	SELECT * INTO m FROM fleet.machines WHERE role = session_user AND revoked IS NULL FOR UPDATE;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'role % is no machine of a team', session_user USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN m;
END $$;

-- count_runs adds runs to the sums of their days, or takes them out of these.
CREATE FUNCTION fleet.count_runs(list fleet.runs[], sign int) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	INSERT INTO fleet.run_days AS d
	SELECT r.team, r.machine, (r.at AT TIME ZONE 'UTC')::date, r.project, sign * count(*),
		sign * count(*) FILTER (WHERE r.outcome IN ('failed', 'masked')), sign * count(*) FILTER (WHERE r.outcome IN ('denied', 'refused'))
	FROM unnest(list) r GROUP BY 1, 2, 3, 4
	ON CONFLICT (machine, day, project) DO UPDATE SET runs = d.runs + excluded.runs, failed = d.failed + excluded.failed, stopped = d.stopped + excluded.stopped;
	INSERT INTO fleet.check_days AS d
	SELECT r.team, r.machine, (r.at AT TIME ZONE 'UTC')::date, r.project, r.tool, coalesce(r.checked, ''), max(r.kind), sign * count(*), sign * count(*) FILTER (WHERE r.failed)
	FROM unnest(list) r WHERE r.tool IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
	ON CONFLICT (machine, day, project, tool, checked) DO UPDATE SET runs = d.runs + excluded.runs, failed = d.failed + excluded.failed;
END $$;

-- take_runs moves the rows that the caller staged. A run that is known stays as
-- it is, unless what became of it was not known.
CREATE FUNCTION fleet.take_runs() RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	m fleet.machines := fleet.pusher();
	oldest date := (SELECT kept_from FROM fleet.settings);
	list fleet.runs[];
BEGIN
	DELETE FROM fleet.staged_runs WHERE by = session_user AND fleet.month_of(at) < oldest AND fleet.month_of(at) > '1970-01-01';
	PERFORM fleet.make_month('runs', month) FROM (SELECT DISTINCT fleet.month_of(at) AS month FROM fleet.staged_runs WHERE by = session_user) s;

	WITH gone AS (
		DELETE FROM fleet.runs r USING fleet.staged_runs s
		WHERE s.by = session_user AND s.outcome <> 'unknown' AND r.machine = m.id AND r.id = s.id AND r.outcome = 'unknown'
		RETURNING r.*
	) SELECT array_agg(row(gone.*)::fleet.runs) INTO list FROM gone;
	IF list IS NOT NULL THEN
		PERFORM fleet.count_runs(list, -1);
	END IF;

	WITH added AS (
		INSERT INTO fleet.runs
		SELECT fleet.month_of(at), m.team, m.id, id, at, took, coalesce(project, ''), session, agent, command, template, outcome, exit, class, signature, tool, kind, checked, failed, output
		FROM fleet.staged_runs WHERE by = session_user ON CONFLICT DO NOTHING
		RETURNING *
	) SELECT array_agg(row(added.*)::fleet.runs) INTO list FROM added;
	DELETE FROM fleet.staged_runs WHERE by = session_user;
	IF list IS NOT NULL THEN
		PERFORM fleet.count_runs(list, 1);
		UPDATE fleet.machines SET rows = rows + cardinality(list), ran = greatest(ran, (SELECT max(r.at) FROM unnest(list) r)) WHERE id = m.id;
	END IF;
	RETURN coalesce(cardinality(list), 0);
END $$;

-- hello notes that a machine pushes, and says which columns the schema takes, and
-- how many runs it took from this machine: after a backup was restored these are
-- fewer than the machine pushed.
CREATE FUNCTION fleet.hello(host text, program text) RETURNS TABLE (version int, fleet text, rows bigint, staged text, columns text[]) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE me fleet.machines := fleet.pusher();
BEGIN
	UPDATE fleet.machines m SET host = left(hello.host, 100), program = left(hello.program, 100), pushed = now() WHERE m.id = me.id;
	RETURN QUERY SELECT (SELECT max(v.version) FROM fleet.versions v), (SELECT s.fleet::text FROM fleet.settings s), me.rows, c.relname::text,
		array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attname <> 'by')
	FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
	WHERE c.relnamespace = 'fleet'::regnamespace AND c.relname LIKE 'staged\_%' AND c.relkind = 'r' GROUP BY c.relname;
END $$;
GRANT EXECUTE ON FUNCTION fleet.take_runs(), fleet.hello(text, text) TO fleet_machine;

-- Readers see the rows of their teams.
CREATE FUNCTION fleet.my_teams() RETURNS smallint[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce(array_agg(team), '{}') FROM fleet.members WHERE role = session_user
$$;
GRANT EXECUTE ON FUNCTION fleet.my_teams() TO fleet_reader, fleet_lead;

DO $$
DECLARE t text;
BEGIN
	FOREACH t IN ARRAY ARRAY['machines', 'runs', 'run_days', 'check_days'] LOOP
		EXECUTE format('ALTER TABLE fleet.%I ENABLE ROW LEVEL SECURITY', t);
		EXECUTE format('CREATE POLICY own_teams ON fleet.%I FOR SELECT USING (team = ANY ((SELECT fleet.my_teams())::smallint[]))', t);
		EXECUTE format('GRANT SELECT ON fleet.%I TO fleet_reader, fleet_lead', t);
	END LOOP;
	GRANT SELECT ON fleet.versions TO fleet_reader, fleet_lead;
END $$;
ALTER TABLE fleet.teams ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_teams ON fleet.teams FOR SELECT USING (id = ANY ((SELECT fleet.my_teams())::smallint[]));
GRANT SELECT ON fleet.teams TO fleet_reader, fleet_lead;

INSERT INTO fleet.versions (version) VALUES (1);
