-- The lines of all streams, and the migrations that were applied.
CREATE TABLE migration (number INTEGER PRIMARY KEY, digest TEXT NOT NULL) STRICT;

CREATE TABLE line (
    stream TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0), epoch INTEGER NOT NULL CHECK (epoch >= 0),
    name TEXT NOT NULL, body BLOB NOT NULL, hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (stream, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX named ON line (stream, name) WHERE name <> '';
