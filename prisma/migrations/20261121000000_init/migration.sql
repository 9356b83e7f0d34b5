-- Case-insensitive names, searching inside words, and searching without accents.
CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- CreateEnum
CREATE TYPE "identity_provider" AS ENUM ('google', 'facebook');

-- CreateEnum
CREATE TYPE "mail_token_purpose" AS ENUM ('verify_email', 'reset_password', 'change_email');

-- CreateEnum
CREATE TYPE "recording_state" AS ENUM ('uploading', 'inspecting', 'ready', 'refused');

-- CreateEnum
CREATE TYPE "report_reason" AS ENUM ('inappropriate', 'spam', 'harassment', 'offensive', 'misinformation', 'other');

-- CreateEnum
CREATE TYPE "report_status" AS ENUM ('pending', 'reviewing', 'resolved', 'dismissed');

-- CreateEnum
CREATE TYPE "vote_direction" AS ENUM ('up', 'down');

-- CreateEnum
CREATE TYPE "transcript_status" AS ENUM ('queued', 'processing', 'completed', 'error');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('user', 'moderator', 'administrator');

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identities" (
    "provider" "identity_provider" NOT NULL,
    "provider_user_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "email" CITEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("provider","provider_user_id")
);

-- CreateTable
CREATE TABLE "mail_tokens" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "mail_token_purpose" NOT NULL,
    "email" CITEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comments" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "user_id" UUID,
    "content" TEXT NOT NULL,
    "author_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "follows" (
    "id" UUID NOT NULL,
    "follower_id" UUID NOT NULL,
    "following_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "follows_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "moderation_log" (
    "id" UUID NOT NULL,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_id" UUID NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "moderation_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "profiles" (
    "id" UUID NOT NULL,
    "username" CITEXT,
    "full_name" TEXT,
    "posts_count" INTEGER NOT NULL DEFAULT 0,
    "followers_count" INTEGER NOT NULL DEFAULT 0,
    "following_count" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profiles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recordings" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "state" "recording_state" NOT NULL DEFAULT 'uploading',
    "refusal" TEXT,
    "claimed_type" TEXT NOT NULL,
    "bytes" INTEGER,
    "original_key" TEXT,
    "original_sha256" TEXT,
    "playback_key" TEXT,
    "playback_bytes" INTEGER,
    "playback_type" TEXT,
    "container" TEXT,
    "codec" TEXT,
    "duration_ms" INTEGER,
    "peaks" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
    "peaks_measured" BOOLEAN NOT NULL DEFAULT false,
    "suggested_peaks" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "uploaded_at" TIMESTAMPTZ(3),
    "inspected_at" TIMESTAMPTZ(3),

    CONSTRAINT "recordings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reports" (
    "id" UUID NOT NULL,
    "story_id" UUID,
    "reporter_user_id" UUID,
    "reason" "report_reason" NOT NULL,
    "status" "report_status" NOT NULL DEFAULT 'pending',
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" UUID,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "stories" (
    "id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "transcript" TEXT,
    "transcript_words" JSONB,
    "duration_ms" INTEGER NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "published" BOOLEAN NOT NULL DEFAULT false,
    "published_at" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),
    "hidden_reason" TEXT,
    "anonymous_comments" BOOLEAN NOT NULL DEFAULT true,
    "upvotes" INTEGER NOT NULL DEFAULT 0,
    "downvotes" INTEGER NOT NULL DEFAULT 0,
    "score" INTEGER NOT NULL DEFAULT 0,
    "comments_count" INTEGER NOT NULL DEFAULT 0,
    "created_with" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "votes" (
    "story_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "direction" "vote_direction" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "votes_pkey" PRIMARY KEY ("story_id","user_id")
);

-- CreateTable
CREATE TABLE "transcripts" (
    "recording_id" UUID NOT NULL,
    "status" "transcript_status" NOT NULL DEFAULT 'queued',
    "provider" TEXT NOT NULL,
    "provider_job" TEXT,
    "text" TEXT,
    "words" JSONB,
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "transcripts_pkey" PRIMARY KEY ("recording_id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" CITEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "password_hash" TEXT,
    "wanted_username" TEXT,
    "role" "role" NOT NULL DEFAULT 'user',
    "suspended_at" TIMESTAMPTZ(3),
    "suspended_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "identities_user_id_idx" ON "identities"("user_id");

-- CreateIndex
CREATE INDEX "mail_tokens_user_id_purpose_idx" ON "mail_tokens"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "comments_story_id_created_at_id_idx" ON "comments"("story_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "comments_user_id_idx" ON "comments"("user_id");

-- CreateIndex
CREATE INDEX "follows_following_id_created_at_id_idx" ON "follows"("following_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "follows_follower_id_created_at_id_idx" ON "follows"("follower_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "follows_follower_id_following_id_key" ON "follows"("follower_id", "following_id");

-- CreateIndex
CREATE INDEX "moderation_log_created_at_id_idx" ON "moderation_log"("created_at", "id");

-- CreateIndex
CREATE INDEX "moderation_log_actor_id_idx" ON "moderation_log"("actor_id");

-- CreateIndex
CREATE UNIQUE INDEX "profiles_username_key" ON "profiles"("username");

-- CreateIndex
CREATE UNIQUE INDEX "recordings_original_key_key" ON "recordings"("original_key");

-- CreateIndex
CREATE UNIQUE INDEX "recordings_playback_key_key" ON "recordings"("playback_key");

-- CreateIndex
CREATE INDEX "recordings_user_id_created_at_idx" ON "recordings"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "recordings_state_created_at_idx" ON "recordings"("state", "created_at");

-- CreateIndex
CREATE INDEX "reports_status_created_at_id_idx" ON "reports"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "reports_reporter_user_id_idx" ON "reports"("reporter_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "reports_story_id_reporter_user_id_key" ON "reports"("story_id", "reporter_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "stories_recording_id_key" ON "stories"("recording_id");

-- CreateIndex
CREATE INDEX "stories_user_id_created_at_id_idx" ON "stories"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "votes_user_id_idx" ON "votes"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_fkey" FOREIGN KEY ("follower_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follows" ADD CONSTRAINT "follows_following_id_fkey" FOREIGN KEY ("following_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moderation_log" ADD CONSTRAINT "moderation_log_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_fkey" FOREIGN KEY ("id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_user_id_fkey" FOREIGN KEY ("reporter_user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settings" ADD CONSTRAINT "settings_updated_by_fkey" FOREIGN KEY ("updated_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stories" ADD CONSTRAINT "stories_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "recordings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stories" ADD CONSTRAINT "stories_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "recordings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot express: lists that are never null, checks, indexes on expressions, triggers.

-- Search ignores case and accents. Declared immutable, as an index needs: the dictionary of unaccent is, as long as
-- nobody edits its file.
CREATE FUNCTION search_fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value));

CREATE FUNCTION search_text(title text, tags text[]) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN public.search_fold(title || E'\n' || array_to_string(tags, E'\n'));

CREATE FUNCTION search_tags(tags text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(SELECT public.search_fold(tag) FROM unnest(tags) AS tag);

-- The feed is one scan of this index.
CREATE INDEX stories_feed ON stories (score DESC, created_at DESC, id DESC) WHERE published AND hidden_at IS NULL;
CREATE INDEX stories_search ON stories USING gin (search_text(title, tags) gin_trgm_ops)
  WHERE published AND hidden_at IS NULL;
CREATE INDEX stories_tags ON stories USING gin (search_tags(tags)) WHERE published AND hidden_at IS NULL;

-- A check passes when it is null. So what may be null says so, and the lists that checks look into never are.
ALTER TABLE recordings
  ALTER COLUMN peaks SET NOT NULL,
  ALTER COLUMN suggested_peaks SET NOT NULL;
ALTER TABLE stories
  ALTER COLUMN tags SET NOT NULL;

CREATE FUNCTION is_blank(value text) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN value !~ '[^[:space:]]';

CREATE FUNCTION are_peaks(peaks smallint[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN cardinality(peaks) IN (0, 100) AND array_position(peaks, NULL) IS NULL
    AND 0 <= ALL (peaks) AND 100 >= ALL (peaks);

CREATE FUNCTION are_tags(tags text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN cardinality(tags) <= 30
    AND NOT EXISTS (SELECT FROM unnest(tags) AS tag WHERE tag IS NULL OR public.is_blank(tag) OR char_length(tag) > 50);

ALTER TABLE users
  ADD CONSTRAINT users_email CHECK (char_length(email::text) BETWEEN 3 AND 254);

ALTER TABLE profiles
  ADD CONSTRAINT profiles_username CHECK (char_length(username::text) BETWEEN 3 AND 24),
  ADD CONSTRAINT profiles_counters CHECK (posts_count >= 0 AND followers_count >= 0 AND following_count >= 0);

-- The token itself, which would open the account of whoever reads a copy of the table, does not fit in.
ALTER TABLE sessions
  ADD CONSTRAINT sessions_hashed CHECK (id ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT sessions_expiry CHECK (expires_at > created_at);
ALTER TABLE mail_tokens
  ADD CONSTRAINT mail_tokens_hashed CHECK (id ~ '^[0-9a-f]{64}$');

ALTER TABLE recordings
  ADD CONSTRAINT recordings_bytes CHECK (bytes BETWEEN 0 AND 16777216),
  ADD CONSTRAINT recordings_playback_bytes CHECK (playback_bytes >= 0),
  ADD CONSTRAINT recordings_duration CHECK (duration_ms BETWEEN 0 AND 302000),
  ADD CONSTRAINT recordings_peaks CHECK (are_peaks(peaks)),
  ADD CONSTRAINT recordings_suggested_peaks CHECK (are_peaks(suggested_peaks)),
  ADD CONSTRAINT recordings_inspecting CHECK (state <> 'inspecting' OR original_key IS NOT NULL),
  ADD CONSTRAINT recordings_ready CHECK (state <> 'ready' OR (
    original_key IS NOT NULL AND playback_key IS NOT NULL AND playback_bytes IS NOT NULL AND playback_type IS NOT NULL
    AND duration_ms IS NOT NULL AND cardinality(peaks) = 100)),
  ADD CONSTRAINT recordings_refused CHECK ((state = 'refused') = (refusal IS NOT NULL));

ALTER TABLE transcripts
  ADD CONSTRAINT transcripts_text CHECK (char_length(text) <= 20000),
  ADD CONSTRAINT transcripts_completed CHECK (status <> 'completed' OR text IS NOT NULL),
  ADD CONSTRAINT transcripts_attempts CHECK (attempts >= 0);

ALTER TABLE stories
  ADD CONSTRAINT stories_title CHECK (char_length(title) <= 300 AND NOT is_blank(title)),
  ADD CONSTRAINT stories_transcript CHECK (char_length(transcript) <= 20000),
  ADD CONSTRAINT stories_duration CHECK (duration_ms BETWEEN 0 AND 302000),
  ADD CONSTRAINT stories_tags CHECK (are_tags(tags)),
  ADD CONSTRAINT stories_published CHECK (NOT published OR published_at IS NOT NULL),
  ADD CONSTRAINT stories_counters CHECK (
    upvotes >= 0 AND downvotes >= 0 AND comments_count >= 0 AND score = upvotes - downvotes);

ALTER TABLE comments
  ADD CONSTRAINT comments_content CHECK (char_length(content) <= 2000 AND NOT is_blank(content)),
  ADD CONSTRAINT comments_author_name CHECK (char_length(author_name) <= 50 AND NOT is_blank(author_name));

ALTER TABLE follows
  ADD CONSTRAINT follows_not_self CHECK (follower_id <> following_id);

ALTER TABLE reports
  ADD CONSTRAINT reports_decided CHECK ((status IN ('resolved', 'dismissed')) = (decided_at IS NOT NULL));

-- A story of another's recording would make that person's private voice public.
CREATE FUNCTION require_own_recording() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.recordings r WHERE r.id = NEW.recording_id AND r.user_id = NEW.user_id AND r.state = 'ready')
  THEN
    RAISE EXCEPTION 'a story needs a ready recording of its author'
      USING ERRCODE = 'check_violation', TABLE = 'stories', CONSTRAINT = 'stories_own_recording';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER stories_own_recording BEFORE INSERT OR UPDATE OF recording_id, user_id ON stories
  FOR EACH ROW EXECUTE FUNCTION require_own_recording();

-- The log of moderation only grows. The one change it allows is that of its foreign key: to forget an actor whose
-- account is gone.
CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.actor_id IS NULL
    AND NOT EXISTS (SELECT FROM public.users WHERE id = OLD.actor_id)
    AND (NEW.id, NEW.action, NEW.target_type, NEW.target_id, NEW.reason, NEW.created_at)
      IS NOT DISTINCT FROM (OLD.id, OLD.action, OLD.target_type, OLD.target_id, OLD.reason, OLD.created_at)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'moderation_log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER moderation_log_append_only BEFORE UPDATE OR DELETE ON moderation_log
  FOR EACH ROW EXECUTE FUNCTION refuse_log_change();
CREATE TRIGGER moderation_log_no_truncate BEFORE TRUNCATE ON moderation_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();
