-- To whom the queue gave a case, and from where a report came: a moderator never gets what they may have reported. A version of
-- the app that does not know these columns takes reviews and reports without them, which open nothing that is private.
ALTER TABLE "reports"
  ADD COLUMN "assigned_to" UUID,
  ADD COLUMN "assigned_network" TEXT,
  ADD COLUMN "reporter_network" TEXT,
  ADD COLUMN "reporter_device" TEXT;
CREATE INDEX "reports_assigned_to_idx" ON "reports"("assigned_to");
ALTER TABLE "reports" ADD CONSTRAINT "reports_assigned_to_fkey"
  FOREIGN KEY ("assigned_to") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The picture of a public story for previews of its link comes and goes with its MP3.
ALTER TABLE "story_mp3s"
  ADD COLUMN "picture_key" TEXT,
  ADD COLUMN "picture_revision" TEXT,
  ADD COLUMN "picture_bytes" INTEGER;
CREATE UNIQUE INDEX "story_mp3s_picture_key_key" ON "story_mp3s"("picture_key");
ALTER TABLE "story_mp3s" ADD CONSTRAINT "story_mp3s_picture" CHECK (
  num_nulls(picture_revision, picture_bytes) IN (0, 2) AND (picture_key IS NOT NULL OR picture_bytes IS NULL)
  AND picture_bytes > 0 IS NOT FALSE
);
