CREATE TYPE "notice_kind" AS ENUM ('story_hidden', 'story_restored', 'comment_removed', 'account_suspended', 'account_restored');
CREATE TYPE "appeal_status" AS ENUM ('open', 'granted', 'rejected');

ALTER TABLE "stories" ADD COLUMN "hidden_with_author" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "reports" ADD COLUMN "moderator_id" UUID;

CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "notice_kind" NOT NULL,
    "target_id" UUID NOT NULL,
    "story_id" UUID,
    "subject" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "decided_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "lifted_at" TIMESTAMPTZ(3),
    "appeal_key" TEXT,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "appeals" (
    "id" UUID NOT NULL,
    "notice_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "status" "appeal_status" NOT NULL DEFAULT 'open',
    "note" TEXT,
    "decided_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "appeals_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "moderation_log_target_id_created_at_id_idx" ON "moderation_log"("target_id", "created_at", "id");
CREATE INDEX "reports_moderator_id_idx" ON "reports"("moderator_id");
CREATE UNIQUE INDEX "notices_appeal_key_key" ON "notices"("appeal_key");
CREATE INDEX "notices_user_id_created_at_id_idx" ON "notices"("user_id", "created_at" DESC, "id" DESC);
CREATE INDEX "notices_target_id_idx" ON "notices"("target_id");
CREATE INDEX "notices_story_id_idx" ON "notices"("story_id");
CREATE INDEX "notices_decided_by_id_idx" ON "notices"("decided_by_id");
CREATE UNIQUE INDEX "appeals_notice_id_key" ON "appeals"("notice_id");
CREATE INDEX "appeals_status_created_at_id_idx" ON "appeals"("status", "created_at", "id");
CREATE INDEX "appeals_decided_by_id_idx" ON "appeals"("decided_by_id");

ALTER TABLE "reports" ADD CONSTRAINT "reports_moderator_id_fkey" FOREIGN KEY ("moderator_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma cannot express.
ALTER TABLE stories
  ADD CONSTRAINT stories_hidden_with_author CHECK (NOT hidden_with_author OR hidden_at IS NOT NULL);
ALTER TABLE notices
  ADD CONSTRAINT notices_appeal_key CHECK (appeal_key ~ '^[0-9a-f]{64}$');
ALTER TABLE appeals
  ADD CONSTRAINT appeals_text CHECK (char_length(text) <= 2000 AND NOT is_blank(text)),
  ADD CONSTRAINT appeals_decided CHECK ((status <> 'open') = (decided_at IS NOT NULL));
-- Counters count what is seen by all.
UPDATE profiles SET posts_count = counted.posts FROM (
  SELECT user_id, count(*) FILTER (WHERE published AND hidden_at IS NULL) AS posts FROM stories GROUP BY user_id
) counted WHERE profiles.id = counted.user_id AND profiles.posts_count <> counted.posts;
