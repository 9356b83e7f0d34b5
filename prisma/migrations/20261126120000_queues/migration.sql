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

-- What moderators see of a hidden story: the version that was public when it was hidden. A trigger, so that a version of the app
-- that does not know the column keeps it too.
ALTER TABLE "stories" ADD COLUMN "hidden_version" JSONB;

CREATE FUNCTION keep_hidden_version() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.hidden_at IS NULL THEN
    NEW.hidden_version := NULL;
  ELSIF OLD.hidden_at IS NULL AND OLD.published THEN
    NEW.hidden_version := json_build_object('title', OLD.title, 'transcript', OLD.transcript, 'tags', OLD.tags);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER stories_hidden_version BEFORE UPDATE OF hidden_at ON stories FOR EACH ROW
  WHEN (OLD.hidden_at IS DISTINCT FROM NEW.hidden_at) EXECUTE FUNCTION keep_hidden_version();

-- Of those that are hidden now, the version is known that has not changed since. A suspended author changes nothing.
UPDATE stories SET hidden_version = json_build_object('title', title, 'transcript', transcript, 'tags', tags)
  WHERE published AND hidden_at IS NOT NULL
    AND (hidden_with_author OR updated_at <= hidden_at + interval '1 second');

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
