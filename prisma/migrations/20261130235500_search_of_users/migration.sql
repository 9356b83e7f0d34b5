-- Parts of names and addresses, for the staff.
CREATE INDEX profiles_search ON profiles USING gin ((username::text) gin_trgm_ops, full_name gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX users_search ON users USING gin ((email::text) gin_trgm_ops) WITH (fastupdate = off);
