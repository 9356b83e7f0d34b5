-- Whom a user follows is read from the index alone: the rows of the followed people lie all over the table.
CREATE INDEX "follows_follower_id_created_at_id_following_id_idx" ON "follows"("follower_id", "created_at", "id", "following_id");
DROP INDEX "follows_follower_id_created_at_id_idx";
