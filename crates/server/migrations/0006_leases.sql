-- Servers that share this database, and what each of them alone may write to. Nothing is here where one server runs alone.

CREATE TABLE servers (
    -- New at every start, and whenever a server may have lost its leases.
    id TEXT PRIMARY KEY,
    -- Where the other servers reach it.
    address TEXT NOT NULL,
    -- By the clock of the database.
    expires_ms BIGINT NOT NULL
);

CREATE TABLE leases (
    -- `game/ID`, `tournament/ID`, `counting`.
    resource TEXT PRIMARY KEY,
    server TEXT NOT NULL
);

CREATE INDEX leases_by_server ON leases (server);
