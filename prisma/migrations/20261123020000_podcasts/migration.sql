-- The latest stories of an author, for the feed. First, because it takes longest: profiles are not locked yet, nor are readers of stories.
CREATE INDEX stories_podcast ON stories (user_id, published_at DESC, id DESC) WHERE published AND hidden_at IS NULL;

-- A table of its own: its rows come and go with the publication, and an old version of the app that unpublishes a story leaves a
-- row behind, which the app then removes.
CREATE TABLE "story_mp3s" (
    "story_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "bytes" INTEGER,
    "duration_ms" INTEGER,
    "made_at" TIMESTAMPTZ(3),

    CONSTRAINT "story_mp3s_pkey" PRIMARY KEY ("story_id")
);
CREATE UNIQUE INDEX "story_mp3s_key_key" ON "story_mp3s"("key");
ALTER TABLE "story_mp3s" ADD CONSTRAINT "story_mp3s_story_id_fkey"
  FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "story_mp3s" ADD CONSTRAINT "story_mp3s_made" CHECK (
  num_nulls(bytes, duration_ms, made_at) IN (0, 3) AND bytes > 0 IS NOT FALSE AND duration_ms > 0 IS NOT FALSE
);

ALTER TABLE "profiles" ADD COLUMN "podcast" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "profiles" ADD COLUMN "podcast_guid" UUID;
CREATE UNIQUE INDEX "profiles_podcast_guid_key" ON "profiles"("podcast_guid");
