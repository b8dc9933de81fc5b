-- The first layout: the lines of tables without a hash chain, and separate tables for answers and terminals.
CREATE TABLE line (
    "table" TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0), body BLOB NOT NULL,
    PRIMARY KEY ("table", number)
) STRICT, WITHOUT ROWID;
CREATE TABLE answer (
    "table" TEXT NOT NULL, command TEXT NOT NULL, asked BLOB NOT NULL, said BLOB NOT NULL,
    PRIMARY KEY ("table", command)
) STRICT, WITHOUT ROWID;
CREATE TABLE terminal (
    "table" TEXT NOT NULL, key TEXT NOT NULL, seat TEXT NOT NULL,
    PRIMARY KEY ("table", key)
) STRICT, WITHOUT ROWID;
