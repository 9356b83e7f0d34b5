-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");

-- Of few users, whom their number among all others would hide.
CREATE INDEX users_suspended ON users (created_at, id) WHERE suspended_at IS NOT NULL;
CREATE INDEX users_staff ON users (created_at, id) WHERE role <> 'user';
