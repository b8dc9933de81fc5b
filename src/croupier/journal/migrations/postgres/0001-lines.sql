-- Lines, and the head of every stream beside them; who writes; and the one function that writes.
CREATE TABLE migration (number INTEGER PRIMARY KEY, digest TEXT NOT NULL);

CREATE TABLE line (
    stream TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL CHECK (number > 0), epoch BIGINT NOT NULL CHECK (epoch >= 0),
    name TEXT COLLATE "C" NOT NULL, body BYTEA NOT NULL, hash BYTEA NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (stream, number)
);
CREATE UNIQUE INDEX named ON line (stream, name) WHERE name <> '';

-- A stream that was only guarded so far stands at 0. Half of every page is left free, so that a head moves within its page.
CREATE TABLE head (
    stream TEXT COLLATE "C" PRIMARY KEY, number BIGINT NOT NULL CHECK (number >= 0),
    hash BYTEA NOT NULL CHECK (octet_length(hash) = 32)
) WITH (fillfactor = 50);

-- Who may write, until when, and the connection by which it says so. No row: nobody. This is no record and proves nothing.
CREATE TABLE lease (
    one BOOLEAN PRIMARY KEY CHECK (one), owner TEXT NOT NULL, until TIMESTAMPTZ NOT NULL,
    backend INTEGER NOT NULL, connected TIMESTAMPTZ NOT NULL
) WITH (fillfactor = 50);

-- Whoever rules the database can take this away; the chain is for them.
CREATE FUNCTION refuse_to_forget() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'lines are kept forever';
END
$$;
CREATE TRIGGER kept_forever BEFORE UPDATE OR DELETE OR TRUNCATE ON line FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_forget();

-- Writes lines if every head stands where it did; CR001 if one does not. Heads come in the order of their names, and are
-- compared and held in that order, so that two who write at once wait for each other and never for ever. A head that does
-- not move is only guarded: it is held until the commit, or a new owner would not see what the old one is writing.
CREATE FUNCTION write_lines(
    streams TEXT[], numbers BIGINT[], hashes BYTEA[], new_numbers BIGINT[], new_hashes BYTEA[],
    line_streams TEXT[], line_numbers BIGINT[], epochs BIGINT[], names TEXT[], bodies BYTEA[], line_hashes BYTEA[]
) RETURNS VOID LANGUAGE plpgsql AS $$
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
END
$$;
