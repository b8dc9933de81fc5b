-- One kind of line, with a hash chain. chained() returns the hash of the next line of a stream; lines are passed in order.
ALTER TABLE line RENAME TO first_line;
CREATE TABLE line (
    stream TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0), epoch INTEGER NOT NULL CHECK (epoch >= 0),
    name TEXT NOT NULL, body BLOB NOT NULL, hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (stream, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX named ON line (stream, name) WHERE name <> '';
INSERT INTO line
SELECT stream, number, 0, name, body, chained(stream, number, 0, name, body) FROM (
    SELECT "table" AS stream, number, '' AS name, body FROM first_line
    UNION ALL
    SELECT "table" || '/answers', row_number() OVER (PARTITION BY "table" ORDER BY command), command,
        CAST('{"asked":"' || lower(hex(asked)) || '","said":' || CAST(said AS TEXT) || '}' AS BLOB)
    FROM answer
    UNION ALL
    SELECT "table" || '/keys', row_number() OVER (PARTITION BY "table" ORDER BY seat), key,
        CAST('{"seat":' || json_quote(seat) || '}' AS BLOB)
    FROM terminal
) ORDER BY stream, number;
DROP TABLE first_line;
DROP TABLE answer;
DROP TABLE terminal;
