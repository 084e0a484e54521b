-- The tables of acme-api, for PostgreSQL 15 and later.

BEGIN;

-- One row for each account. The address is stored in lower case by the service; the
-- index makes sure of it, whoever writes the row.
CREATE TABLE users (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email         text NOT NULL,
    name          text NOT NULL DEFAULT '',
    password_hash text NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX users_email_key ON users (lower(email));

-- What was bought, and for how much. Prices are in cents of the shop's currency.
CREATE TABLE orders (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id   bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    item      text NOT NULL,
    cents     bigint NOT NULL CHECK (cents >= 0),
    placed_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX orders_user_placed_idx ON orders (user_id, placed_at DESC, id DESC);

-- What the shop earned, for the dashboard.
CREATE VIEW revenue_by_day AS
SELECT date_trunc('day', placed_at) AS day, count(*) AS orders, sum(cents) AS cents
FROM orders
GROUP BY 1;

COMMIT;
