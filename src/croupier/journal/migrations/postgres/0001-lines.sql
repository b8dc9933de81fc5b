-- The lines, the head of every stream, the lease of the writer, and the function that writes.
CREATE TABLE migration (number INTEGER PRIMARY KEY, digest TEXT NOT NULL);

CREATE TABLE line (
    stream TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL CHECK (number > 0), epoch BIGINT NOT NULL CHECK (epoch >= 0),
    name TEXT COLLATE "C" NOT NULL, body BYTEA NOT NULL, hash BYTEA NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (stream, number)
);
CREATE UNIQUE INDEX named ON line (stream, name) WHERE name <> '';

-- A stream whose head was checked but never written has number 0. The fill factor leaves room for heap-only tuple updates.
CREATE TABLE head (
    stream TEXT COLLATE "C" PRIMARY KEY, number BIGINT NOT NULL CHECK (number >= 0),
    hash BYTEA NOT NULL CHECK (octet_length(hash) = 32)
) WITH (fillfactor = 50);

-- The process that may write, until when, and its connection. No row: nobody holds the lease. This is not part of the record.
CREATE TABLE lease (
    one BOOLEAN PRIMARY KEY CHECK (one), owner TEXT NOT NULL, until TIMESTAMPTZ NOT NULL,
    backend INTEGER NOT NULL, connected TIMESTAMPTZ NOT NULL
) WITH (fillfactor = 50);

-- The owner of the database can drop this trigger; the hash chain detects what happens then.
CREATE FUNCTION refuse_to_forget() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'lines are kept forever';
END
$$;
CREATE TRIGGER kept_forever BEFORE UPDATE OR DELETE OR TRUNCATE ON line FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_forget();

-- Compare and set: write lines if every head is the expected one, else raise CR001. Heads come sorted by stream and are
-- locked in that order, so that two writers cannot deadlock. A head that does not change is locked FOR SHARE until the
-- commit, so that a new owner cannot claim a table while the old one is writing. Fail if a foreign trigger or rule suppressed
-- a line.
CREATE FUNCTION write_lines(
    streams TEXT[], numbers BIGINT[], hashes BYTEA[], new_numbers BIGINT[], new_hashes BYTEA[],
    line_streams TEXT[], line_numbers BIGINT[], epochs BIGINT[], names TEXT[], bodies BYTEA[], line_hashes BYTEA[]
) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    written BIGINT;
BEGIN
    FOR i IN 1 .. cardinality(streams) LOOP
        IF numbers[i] = 0 THEN
            INSERT INTO head VALUES (streams[i], 0, hashes[i]) ON CONFLICT DO NOTHING;
        END IF;
        IF new_numbers[i] > numbers[i] THEN
            UPDATE head SET number = new_numbers[i], hash = new_hashes[i]
            WHERE stream = streams[i] AND number = numbers[i] AND hash = hashes[i];
        ELSE
            PERFORM FROM head WHERE stream = streams[i] AND number = numbers[i] AND hash = hashes[i] FOR SHARE;
        END IF;
        IF NOT FOUND THEN
            RAISE EXCEPTION '%', streams[i] USING ERRCODE = 'CR001';
        END IF;
    END LOOP;
    INSERT INTO line SELECT * FROM unnest(line_streams, line_numbers, epochs, names, bodies, line_hashes);
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written <> cardinality(line_numbers) THEN
        RAISE EXCEPTION 'only % of % lines were taken', written, cardinality(line_numbers);
    END IF;
END
$$;
