-- As before, but fail if a foreign trigger or rule suppressed a line.
CREATE OR REPLACE FUNCTION write_lines(
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
