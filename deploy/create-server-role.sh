#!/bin/sh
# Run by the image of PostgreSQL when it makes a new database: the role with which servers change rows, and nothing else.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$SERVER_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE relato_server LOGIN PASSWORD :'password';
SQL
