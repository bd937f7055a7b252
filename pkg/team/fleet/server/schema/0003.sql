-- Quotas: what one machine may add. An admin changes them in fleet.settings.
--
-- A machine whose account was stolen, or whose program is at fault, must not fill the
-- database of the team. An honest machine does not come near them.

SET LOCAL ROLE fleet_admin;

ALTER TABLE fleet.settings
	ADD rows_a_day bigint NOT NULL DEFAULT 3000000, -- of all kinds, of one machine
	ADD row_bytes  int NOT NULL DEFAULT 262144,     -- of one row
	ADD months     int NOT NULL DEFAULT 120,        -- that the runs and decisions of one machine are in
	ADD records    int NOT NULL DEFAULT 20000;      -- lessons, and preferences, of one machine

ALTER TABLE fleet.machines ADD quota_day date, ADD quota_rows bigint NOT NULL DEFAULT 0;

CREATE TABLE fleet.machine_months (
	machine int NOT NULL,
	month   date NOT NULL,
	PRIMARY KEY (machine, month)
);
INSERT INTO fleet.machine_months SELECT DISTINCT machine, date_trunc('month', day)::date FROM fleet.run_days ON CONFLICT DO NOTHING;

-- within refuses the rows of a kind that the caller staged where a quota is used up.
CREATE FUNCTION fleet.within(kind text) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	m fleet.machines := fleet.pusher();
	q fleet.settings;
	today date := (now() AT TIME ZONE 'UTC')::date;
	staged text := 'staged_' || kind;
	added bigint;
	widest int;
	used bigint;
BEGIN
	SELECT * INTO q FROM fleet.settings;
	EXECUTE format('SELECT count(*), coalesce(max(octet_length(s::text)), 0) FROM fleet.%I s WHERE by = session_user', staged) INTO added, widest;
	IF widest > q.row_bytes THEN
		RAISE EXCEPTION 'a row has % bytes, and the quota row_bytes is %', widest, q.row_bytes USING ERRCODE = 'configuration_limit_exceeded';
	END IF;
	UPDATE fleet.machines SET quota_rows = CASE WHEN quota_day = today THEN quota_rows ELSE 0 END + added, quota_day = today WHERE id = m.id RETURNING quota_rows INTO used;
	IF used > q.rows_a_day THEN
		RAISE EXCEPTION 'this machine sent % rows today, and the quota rows_a_day is %', used, q.rows_a_day USING ERRCODE = 'configuration_limit_exceeded';
	END IF;
	IF kind IN ('runs', 'decisions') THEN
		EXECUTE format('INSERT INTO fleet.machine_months SELECT DISTINCT $1, fleet.month_of(at) FROM fleet.%I WHERE by = session_user AND fleet.month_of(at) >= $2 ON CONFLICT DO NOTHING', staged) USING m.id, q.kept_from;
		SELECT count(*) INTO used FROM fleet.machine_months WHERE machine = m.id;
		IF used > q.months THEN
			RAISE EXCEPTION 'the rows of this machine are of % months, and the quota months is %', used, q.months USING ERRCODE = 'configuration_limit_exceeded';
		END IF;
	ELSE
		EXECUTE format('SELECT count(*) FROM (SELECT id FROM fleet.%I WHERE machine = $1 UNION SELECT id FROM fleet.%I WHERE by = session_user) i', kind, staged) INTO used USING m.id;
		IF used > q.records THEN
			RAISE EXCEPTION 'this machine has % %, and the quota records is %', used, kind, q.records USING ERRCODE = 'configuration_limit_exceeded';
		END IF;
	END IF;
END $$;

-- The functions that machines call look at the quotas before they move rows.
DO $$
DECLARE kind text;
BEGIN
	FOREACH kind IN ARRAY ARRAY['runs', 'decisions', 'lessons', 'preferences'] LOOP
		EXECUTE format('REVOKE EXECUTE ON FUNCTION fleet.take_%s() FROM fleet_machine', kind);
		EXECUTE format('ALTER FUNCTION fleet.take_%s() RENAME TO move_%1$s', kind);
		EXECUTE format('CREATE FUNCTION fleet.take_%s() RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
			''BEGIN PERFORM fleet.within(''''%1$s''''); RETURN fleet.move_%1$s(); END''', kind);
		EXECUTE format('GRANT EXECUTE ON FUNCTION fleet.take_%s() TO fleet_machine', kind);
	END LOOP;
END $$;

INSERT INTO fleet.versions (version) VALUES (3);
