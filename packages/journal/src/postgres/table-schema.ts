/**
 * The tables and functions of a journal in PostgreSQL, as migrations from each version to the next.
 *
 * A published migration never changes. `$$schema` stands for the quoted name of the schema.
 *
 * Every change of a stream first locks its row, in the order of ids if there are several, so that no two writers wait
 * for each other. What depends on the events is read by a later statement: only that sees what was committed while the
 * lock was awaited. Each change is one call, so a writer that is paused holds no lock.
 */

/**
 * The last number of a stream is that of its newest event or, if all were trimmed, `floor`, so an append changes no
 * row of `streams`. `cwd` is a JSON string, because PostgreSQL has no NUL character; an index entry is limited to a
 * third of a page, so only its beginning is in the index. `revision` counts the changes of the metadata.
 */
const tables = `
CREATE TABLE $$schema.streams (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  created bigint NOT NULL,
  updated bigint NOT NULL,
  cwd text COLLATE "C",
  archived boolean NOT NULL,
  metadata text NOT NULL,
  labels text[] NOT NULL,
  revision bigint NOT NULL DEFAULT 0,
  floor bigint NOT NULL,
  owner bigint NOT NULL DEFAULT 0
);
CREATE INDEX streams_by_time ON $$schema.streams (updated, id, archived);
CREATE INDEX streams_by_folder ON $$schema.streams (left(cwd, 200), updated, id, archived);
CREATE TABLE $$schema.events (
  stream bigint NOT NULL,
  sequence bigint NOT NULL,
  at bigint NOT NULL,
  event text NOT NULL,
  PRIMARY KEY (stream, sequence)
);
CREATE SEQUENCE $$schema.tokens;
CREATE TABLE $$schema.released (
  stream bigint NOT NULL,
  token bigint NOT NULL,
  before bigint NOT NULL,
  PRIMARY KEY (stream, token)
);
`;

/**
 * The labels of each stream, with the fields by which lists are ordered and filtered, so that a list by label reads
 * only the rows of its page. A trigger copies them from the row of the stream.
 */
const labels = `
CREATE TABLE $$schema.labels (
  stream bigint NOT NULL,
  label text COLLATE "C" NOT NULL,
  updated bigint NOT NULL,
  cwd text COLLATE "C",
  archived boolean NOT NULL,
  PRIMARY KEY (stream, label)
);
CREATE INDEX labels_by_time ON $$schema.labels (label, updated, stream, archived);
CREATE INDEX labels_by_folder ON $$schema.labels (label, left(cwd, 200), updated, stream, archived);
CREATE FUNCTION $$schema.copy_labels() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  DELETE FROM $$schema.labels WHERE stream = new.id;
  INSERT INTO $$schema.labels SELECT new.id, label, new.updated, new.cwd, new.archived FROM unnest(new.labels) AS label;
  RETURN NULL;
END $function$;
CREATE TRIGGER stream_created AFTER INSERT ON $$schema.streams
FOR EACH ROW WHEN (new.labels <> '{}') EXECUTE FUNCTION $$schema.copy_labels();
CREATE TRIGGER stream_patched AFTER UPDATE OF updated, cwd, archived, labels ON $$schema.streams
FOR EACH ROW WHEN (new.labels <> '{}' OR old.labels <> '{}') EXECUTE FUNCTION $$schema.copy_labels();
`;

/** The number of the newest event of the stream in `id`. */
const last = (floor: string, id: string): string =>
  `greatest(${floor}, coalesce((SELECT max(e.sequence) FROM $$schema.events e WHERE e.stream = ${id}), 0))`;

/**
 * Appends to several streams at once. A run is what one stream gets: it is written completely or not at all.
 *
 * For each run: `names`, `tokens` and `expected` (-1: any). For each event: the number of its run, its position in the
 * run, its time and its text; the texts are separated by line breaks, which JSON strings do not contain. For each run
 * that found no stream the result has the id 0; `stale` are the runs whose metadata another writer has changed.
 *
 * The stream of an event is found by subscript, because a join of the two lists would be planned for a few rows.
 */
const append = `
CREATE FUNCTION $$schema.append(
  names text[], tokens bigint[], expected bigint[], runs integer[], positions integer[], ats bigint[], texts text,
  patches jsonb, OUT ids bigint[], OUT owners bigint[], OUT lasts bigint[], OUT stale integer[]
) LANGUAGE plpgsql AS $function$
#variable_conflict use_column
DECLARE
  locked bigint[];
  accepted boolean[];
  stale_run integer;
BEGIN
  SELECT coalesce(array_agg(id), '{}') INTO locked FROM (
    SELECT s.id FROM $$schema.streams s WHERE s.name = ANY (names) ORDER BY s.id FOR NO KEY UPDATE
  ) AS locked_streams;

  SELECT array_agg(coalesce(id, 0) ORDER BY run), array_agg(coalesce(owner, 0) ORDER BY run),
    array_agg(coalesce(last, 0) ORDER BY run),
    array_agg(coalesce(owner = token AND expectation IN (-1, last), false) ORDER BY run)
  INTO ids, owners, lasts, accepted
  FROM (
    SELECT run, token, expectation, id, owner, ${last('floor', 'id')} AS last
    FROM unnest(names, tokens, expected) WITH ORDINALITY AS wanted (name, token, expectation, run)
    LEFT JOIN $$schema.streams s ON s.name = wanted.name AND s.id = ANY (locked)
  ) AS found;

  stale := '{}';
  IF patches <> '[]' THEN
    SELECT coalesce(array_agg(p.run), '{}') INTO stale
    FROM jsonb_to_recordset(patches) AS p (run integer, revision bigint)
    JOIN $$schema.streams s ON s.id = ids[p.run] WHERE s.revision <> p.revision;
    FOREACH stale_run IN ARRAY stale LOOP
      accepted[stale_run] := false;
    END LOOP;
    UPDATE $$schema.streams s
    SET updated = p.updated, cwd = p.cwd, archived = p.archived, metadata = p.metadata, labels = p.labels,
      revision = s.revision + 1
    FROM jsonb_to_recordset(patches)
      AS p (run integer, updated bigint, cwd text, archived boolean, metadata text, labels text[])
    WHERE s.id = ids[p.run] AND accepted[p.run];
  END IF;

  INSERT INTO $$schema.events (stream, sequence, at, event)
  SELECT ids[run], lasts[run] + position, at, event
  FROM unnest(runs, positions, ats, string_to_array(texts, chr(10))) AS added (run, position, at, event)
  WHERE accepted[run];
END $function$;
`;

/**
 * The same for streams whose ids and last event numbers the writer knows, as it does while it is the only one: 40 %
 * less work of the server for a batch of 500 (`npm run bench -- journal`). Writes everything or nothing. Returns false
 * if a stream is missing, has another owner, or was trimmed beyond the number; if it has newer events, the primary key
 * is violated. `ids` are in order; each event has the id of its stream and its number.
 */
const appendNext = `
CREATE FUNCTION $$schema.append_next(
  ids bigint[], tokens bigint[], lasts bigint[], streams bigint[], sequences bigint[], ats bigint[], texts text
) RETURNS boolean LANGUAGE plpgsql AS $function$
#variable_conflict use_column
DECLARE
  is_expected boolean;
  floors bigint[];
BEGIN
  SELECT array_agg(id) = ids AND array_agg(owner) = tokens, array_agg(floor) INTO is_expected, floors FROM (
    SELECT s.id, s.owner, s.floor FROM $$schema.streams s WHERE s.id = ANY (ids) ORDER BY s.id FOR NO KEY UPDATE
  ) AS locked_streams;
  IF is_expected IS NOT TRUE OR EXISTS (SELECT FROM unnest(floors, lasts) AS end_of (floor, last) WHERE floor > last) THEN
    RETURN false;
  END IF;
  INSERT INTO $$schema.events (stream, sequence, at, event)
  SELECT * FROM unnest(streams, sequences, ats, string_to_array(texts, chr(10)));
  RETURN true;
END $function$;
`;

const fence = `
CREATE FUNCTION $$schema.fence(stream_name text, OUT token bigint, OUT last bigint, OUT before bigint)
LANGUAGE plpgsql AS $function$
#variable_conflict use_column
DECLARE
  stream_id bigint;
  stream_floor bigint;
BEGIN
  SELECT id, floor, owner INTO stream_id, stream_floor, before
  FROM $$schema.streams WHERE name = stream_name FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  token := nextval('$$schema.tokens');
  UPDATE $$schema.streams SET owner = fence.token WHERE id = stream_id;
  last := ${last('stream_floor', 'stream_id')};
END $function$;
`;

/** As `previousOwnerOf` and `isLateRelease` in `ownership.ts`. */
const release = `
CREATE FUNCTION $$schema.release(stream_name text, token bigint, before bigint) RETURNS boolean
LANGUAGE plpgsql AS $function$
#variable_conflict use_column
DECLARE
  stream_id bigint;
  present bigint;
  heir bigint := release.before;
  next bigint;
BEGIN
  SELECT id, owner INTO stream_id, present FROM $$schema.streams WHERE name = stream_name FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF present <> release.token THEN
    IF release.before < release.token AND release.token < present THEN
      INSERT INTO $$schema.released VALUES (stream_id, release.token, release.before)
      ON CONFLICT (stream, token) DO UPDATE SET before = excluded.before;
    END IF;
    RETURN false;
  END IF;
  LOOP
    SELECT r.before INTO next FROM $$schema.released r WHERE r.stream = stream_id AND r.token = heir;
    EXIT WHEN NOT FOUND OR next >= heir;
    heir := next;
  END LOOP;
  UPDATE $$schema.streams SET owner = heir WHERE id = stream_id;
  DELETE FROM $$schema.released r WHERE r.stream = stream_id AND r.token > heir;
  RETURN true;
END $function$;
`;

const trim = `
CREATE FUNCTION $$schema.trim(stream_name text, through bigint) RETURNS void
LANGUAGE plpgsql AS $function$
#variable_conflict use_column
DECLARE
  stream_id bigint;
  stream_floor bigint;
BEGIN
  SELECT id, floor INTO stream_id, stream_floor FROM $$schema.streams WHERE name = stream_name FOR NO KEY UPDATE;
  IF NOT FOUND OR trim.through <= stream_floor THEN RETURN; END IF;
  stream_floor := least(trim.through, ${last('stream_floor', 'stream_id')});
  UPDATE $$schema.streams SET floor = stream_floor WHERE id = stream_id;
  DELETE FROM $$schema.events WHERE stream = stream_id AND sequence <= stream_floor;
END $function$;
`;

const remove = `
CREATE FUNCTION $$schema.remove(stream_name text) RETURNS boolean
LANGUAGE plpgsql AS $function$
DECLARE
  stream_id bigint;
BEGIN
  DELETE FROM $$schema.streams WHERE name = stream_name RETURNING id INTO stream_id;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM $$schema.events WHERE stream = stream_id;
  DELETE FROM $$schema.released WHERE stream = stream_id;
  DELETE FROM $$schema.labels WHERE stream = stream_id;
  RETURN true;
END $function$;
`;

export const migrations: readonly string[] = [
  [tables, labels, append, appendNext, fence, release, trim, remove].join(''),
];
