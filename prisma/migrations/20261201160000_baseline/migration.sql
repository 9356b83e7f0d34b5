-- The whole schema, by noun. Functions in PL/pgSQL may name what comes later. prisma/schema says what each table and column
-- is for. A section has the tables of a noun with their checks and indexes, and what Prisma cannot express: functions, triggers,
-- and indexes on expressions or on a part of the rows. The foreign keys are at the end. Databases that went through the
-- migrations before this one, up to 20261201150000_waiting_replies, have this schema already.
--
-- The bounds in checks are limits of packages/contract. A check passes when it is null. So the checks name what may be null, and
-- the lists of recordings and stories are never null.
--
-- A function with SECURITY DEFINER touches tables on which the role of the calling server may have no right: during a deployment
-- the previous version still runs, and its role has none on a new table.

-- ## Extensions and types

-- Case-insensitive names, searching inside words, and searching without accents.
CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

CREATE TYPE "role" AS ENUM ('user', 'moderator', 'administrator');
CREATE TYPE "identity_provider" AS ENUM ('google', 'facebook');
CREATE TYPE "mail_token_purpose" AS ENUM ('verify_email', 'reset_password', 'change_email');
CREATE TYPE "block_kind" AS ENUM ('block', 'mute');
CREATE TYPE "recording_state" AS ENUM ('uploading', 'inspecting', 'ready', 'refused');
CREATE TYPE "transcript_status" AS ENUM ('queued', 'processing', 'completed', 'error');
CREATE TYPE "transcription_trouble" AS ENUM ('busy', 'setup', 'too_long', 'no_speech', 'language', 'failed');
CREATE TYPE "commenters" AS ENUM ('anyone', 'members', 'followers', 'nobody');
CREATE TYPE "story_origin" AS ENUM ('reply', 'grown');
CREATE TYPE "story_replies" AS ENUM ('open', 'first', 'closed');
CREATE TYPE "vote_direction" AS ENUM ('up', 'down');
CREATE TYPE "sign" AS ENUM ('heart', 'laugh', 'tear', 'awe', 'shiver', 'hug');
CREATE TYPE "correction_state" AS ENUM ('open', 'accepted', 'declined');
CREATE TYPE "report_reason" AS ENUM ('inappropriate', 'spam', 'harassment', 'offensive', 'misinformation', 'other', 'watched', 'first');
CREATE TYPE "report_status" AS ENUM ('pending', 'reviewing', 'resolved', 'dismissed');
CREATE TYPE "notice_kind" AS ENUM (
  'story_hidden', 'story_restored', 'comment_removed', 'account_suspended', 'account_restored', 'profile_cleared',
  'report_hidden', 'report_kept', 'report_closed', 'explanation_removed'
);
CREATE TYPE "appeal_status" AS ENUM ('open', 'granted', 'rejected');
CREATE TYPE "community_rule" AS ENUM ('own', 'respect', 'harm', 'spam');
CREATE TYPE "news_kind" AS ENUM (
  'comment', 'mention', 'votes', 'follow', 'transcript', 'answer', 'correction', 'corrected', 'reply', 'let_in'
);
CREATE TYPE "digest_rhythm" AS ENUM ('daily', 'weekly');

-- ## What nouns share

-- A text is blank for the database if it is for the rules of the contract: white space, control characters, ignorable characters
-- and the blank of Braille show nothing. Unlike [[:space:]], the list is the same in every locale.
CREATE FUNCTION is_blank(value text) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN value !~ ('[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F'
    || '\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]');

-- Search ignores case and accents. Declared immutable, which an index needs. That holds as long as the file of unaccent's
-- dictionary does not change.
CREATE FUNCTION search_fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value));

-- The time of a change is that of the database, whose clock all servers share.
CREATE FUNCTION set_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END
$$;

-- Queues a job as pg-boss queues one that is delayed.
CREATE FUNCTION queue_job(queue text, job jsonb, importance integer, after interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pgboss.job (name, data, priority, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
      retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    SELECT q.name, job, importance, clock_timestamp() + after,
      clock_timestamp() + after + make_interval(secs => q.retention_seconds), q.expire_seconds, q.deletion_seconds,
      q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
    FROM pgboss.queue q WHERE q.name = queue;
END $$;

-- Unlogged: counts cost no WAL, and losing them in a crash does no harm.
CREATE UNLOGGED TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

-- Clients choose the ids of comments and recordings. Notices, appeals, the moderation log and jobs name them by these ids, also
-- after their deletion, so that a second comment or recording with an id would stand for the first one.
CREATE TABLE "spent_ids" (
    "id" UUID NOT NULL,
    "user_id" UUID,

    CONSTRAINT "spent_ids_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "spent_ids_user_id_idx" ON "spent_ids"("user_id");

CREATE FUNCTION spend_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A recording that was let go of may be uploaded again by whose it was; a comment is said anew under another id.
  INSERT INTO spent_ids (id, user_id)
  VALUES (OLD.id, CASE TG_TABLE_NAME WHEN 'recordings' THEN (SELECT id FROM users WHERE id = OLD.user_id) END)
  ON CONFLICT (id) DO NOTHING;
  RETURN NULL;
END $$;

-- For AFTER INSERT: a transaction that deleted the earlier row has committed by then, and its entry is visible.
CREATE FUNCTION refuse_spent_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM spent_ids
    WHERE id = NEW.id AND (TG_TABLE_NAME = 'comments' OR user_id IS DISTINCT FROM NEW.user_id)
  ) THEN
    RAISE EXCEPTION 'the id % was used before', NEW.id USING ERRCODE = 'RS001';
  END IF;
  RETURN NULL;
END $$;

-- Counts the transactions that take something away from readers, such as by unpublishing, hiding or deleting a story. A process
-- that reads from a replica asks the primary for the sum, and reads there if the replica has not replayed the last removal. All
-- removals would wait for each other at a single row, so each takes a row that is free at the moment, or adds one.
CREATE TABLE "removals" (
    "id" SERIAL NOT NULL,
    "count" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "removals_pkey" PRIMARY KEY ("id")
);

CREATE FUNCTION count_removal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  -- Once a transaction, however many rows it takes away.
  IF current_setting('relato.counted_removal', true) = pg_current_xact_id()::text THEN RETURN NULL; END IF;
  PERFORM set_config('relato.counted_removal', pg_current_xact_id()::text, true);
  WITH free AS MATERIALIZED (SELECT id FROM public.removals LIMIT 1 FOR UPDATE SKIP LOCKED)
    UPDATE public.removals AS r SET count = r.count + 1 FROM free WHERE r.id = free.id;
  IF NOT FOUND THEN INSERT INTO public.removals DEFAULT VALUES; END IF;
  RETURN NULL;
END
$$;

-- The messages to open screens: a kind and the id that it belongs to, and no content. They are rows, because NOTIFY makes all
-- transactions that use it commit one after another: comments of sixteen connections took four times as long. Unlogged, because
-- after a crash every screen asks for everything.
CREATE UNLOGGED TABLE "live_messages" (
    "xid" BIGINT NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
    "message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "live_messages_pkey" PRIMARY KEY ("xid","message")
);

-- A message of the kind `ended` closes connections that were opened for something that is no longer true. Their clients open new
-- ones.
CREATE FUNCTION tell_screens() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- The arguments: the kind, and the column with the id.
  INSERT INTO live_messages (message) VALUES (TG_ARGV[0] || ':' || (to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[1]))
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- ## Users

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
    "muted_words" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "keeps_listens" BOOLEAN NOT NULL DEFAULT false,
    "accepted_terms_at" TIMESTAMPTZ(3),
    "voices_agreed_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "users_email" CHECK (char_length(email::text) BETWEEN 3 AND 254),
    CONSTRAINT "users_muted_words_check" CHECK (cardinality("muted_words") <= 100)
);
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");
-- Few users, for whom the index above would be read through all others.
CREATE INDEX users_suspended ON users (created_at, id) WHERE suspended_at IS NOT NULL;
CREATE INDEX users_staff ON users (created_at, id) WHERE role <> 'user';
-- Parts of addresses, for the staff.
CREATE INDEX users_search ON users USING gin ((email::text) gin_trgm_ops) WITH (fastupdate = off);

CREATE TRIGGER users_count_suspension AFTER UPDATE OF suspended_at ON users FOR EACH ROW
  WHEN (OLD.suspended_at IS NULL AND NEW.suspended_at IS NOT NULL) EXECUTE FUNCTION count_removal();
CREATE TRIGGER users_count_deletion AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION count_removal();

-- ## Account

-- The checks named `hashed` refuse the token itself, which would give access to a reader of a copy of the table.

CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sessions_hashed" CHECK (id ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "sessions_expiry" CHECK (expires_at > created_at)
);
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE TRIGGER sessions_tell AFTER DELETE ON sessions FOR EACH ROW
  WHEN (OLD.expires_at > CURRENT_TIMESTAMP) EXECUTE FUNCTION tell_screens('ended', 'user_id');

CREATE TABLE "identities" (
    "provider" "identity_provider" NOT NULL,
    "provider_user_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "email" CITEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("provider","provider_user_id")
);
CREATE UNIQUE INDEX "identities_user_id_provider_key" ON "identities"("user_id", "provider");

CREATE TABLE "mail_tokens" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "mail_token_purpose" NOT NULL,
    "email" CITEXT NOT NULL,
    "password_hash" TEXT,
    "wanted_username" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_tokens_hashed" CHECK (id ~ '^[0-9a-f]{64}$')
);
CREATE INDEX "mail_tokens_user_id_purpose_idx" ON "mail_tokens"("user_id", "purpose");

CREATE TABLE "known_browsers" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_browsers_pkey" PRIMARY KEY ("id","user_id")
);
CREATE INDEX "known_browsers_user_id_idx" ON "known_browsers"("user_id");
CREATE INDEX "known_browsers_used_at_idx" ON "known_browsers"("used_at");

CREATE TABLE "oauth_attempts" (
    "id" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "provider" "identity_provider" NOT NULL,
    "return_to" TEXT NOT NULL,
    "user_id" UUID,
    "accepts_terms" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_attempts_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "oauth_attempts_user_id_idx" ON "oauth_attempts"("user_id");
CREATE INDEX "oauth_attempts_browser_idx" ON "oauth_attempts"("browser");
CREATE INDEX "oauth_attempts_expires_at_idx" ON "oauth_attempts"("expires_at");

CREATE TABLE "sign_up_bars" (
    "id" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_up_bars_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "sign_up_bars_until_idx" ON "sign_up_bars"("until");

-- ## Profiles

-- The look of a name: without accents and case, with the letters and digits that many typefaces draw alike as one. An I is an l
-- only as a capital, because the small letters differ.
CREATE FUNCTION username_skeleton(username text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(lower(translate(username, 'áéíóúüñÁÉÍÓÚÜÑI1', 'aeiouunaeiouunll')), '0', 'o');

-- The look of a name at a glance, as `toNameShape` of the contract has it: without case, accents and separators, with the letters
-- and digits that are drawn alike as one. Null if no letter is left.
CREATE FUNCTION name_shape(name text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN nullif(translate(lower(regexp_replace(normalize(name, NFKD), '[^A-Za-z0-9]', '', 'g')), 'i10', 'llo'), '');

CREATE TABLE "photos" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "small" BYTEA NOT NULL,
    "large" BYTEA NOT NULL,

    CONSTRAINT "photos_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "photos_user_id_key" ON "photos"("user_id");

CREATE TABLE "profiles" (
    "id" UUID NOT NULL,
    "username" CITEXT,
    "skeleton" TEXT,
    "full_name" TEXT,
    "posts_count" INTEGER NOT NULL DEFAULT 0,
    "followers_count" INTEGER NOT NULL DEFAULT 0,
    "following_count" INTEGER NOT NULL DEFAULT 0,
    "podcast" BOOLEAN NOT NULL DEFAULT true,
    "podcast_guid" UUID,
    "let_in_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "about" TEXT NOT NULL DEFAULT '',
    "photo_id" UUID,

    CONSTRAINT "profiles_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "profiles_username" CHECK (char_length(username::text) BETWEEN 3 AND 24),
    CONSTRAINT "profiles_counters" CHECK (posts_count >= 0 AND followers_count >= 0 AND following_count >= 0),
    CONSTRAINT "profiles_about" CHECK (char_length(about) <= 160)
);
CREATE UNIQUE INDEX "profiles_username_key" ON "profiles"("username");
CREATE UNIQUE INDEX "profiles_skeleton_key" ON "profiles"("skeleton");
-- Usernames in the order in which a search for their beginning reads them, without case and accents.
CREATE INDEX profiles_names ON profiles (search_fold(username::text) text_pattern_ops) WHERE username IS NOT NULL;
CREATE UNIQUE INDEX "profiles_podcast_guid_key" ON "profiles"("podcast_guid");
CREATE INDEX profiles_name_shapes ON profiles (name_shape(username::text)) WHERE username IS NOT NULL;
CREATE INDEX profiles_full_name_shapes ON profiles (name_shape(full_name)) WHERE full_name IS NOT NULL;
CREATE UNIQUE INDEX "profiles_photo_id_key" ON "profiles"("photo_id");
-- Parts of names, for the staff.
CREATE INDEX profiles_search ON profiles USING gin ((username::text) gin_trgm_ops, full_name gin_trgm_ops) WITH (fastupdate = off);

-- Followers change no profile.
CREATE TRIGGER profiles_updated_at BEFORE UPDATE OF username, full_name, posts_count
  ON profiles FOR EACH ROW EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER profiles_count_removal AFTER UPDATE OF about, photo_id ON profiles FOR EACH ROW
  WHEN (OLD.about <> '' AND NEW.about <> OLD.about OR OLD.photo_id IS NOT NULL AND NEW.photo_id IS DISTINCT FROM OLD.photo_id)
  EXECUTE FUNCTION count_removal();

CREATE FUNCTION set_skeleton() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.skeleton := public.username_skeleton(NEW.username::text);
  RETURN NEW;
END $$;
CREATE TRIGGER profiles_skeleton BEFORE INSERT OR UPDATE OF username ON profiles
  FOR EACH ROW EXECUTE FUNCTION set_skeleton();

-- A user is let in when a story of theirs is public for the first time.
CREATE FUNCTION keep_let_in() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.let_in_at := clock_timestamp();
  RETURN NEW;
END
$$;
CREATE TRIGGER profiles_let_in BEFORE UPDATE OF posts_count ON profiles FOR EACH ROW
  WHEN (NEW.posts_count > 0 AND OLD.let_in_at IS NULL) EXECUTE FUNCTION keep_let_in();

CREATE TABLE "former_usernames" (
    "username" CITEXT NOT NULL,
    "skeleton" TEXT NOT NULL,
    "user_id" UUID,
    "given_up_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "held_until" TIMESTAMPTZ(3),

    CONSTRAINT "former_usernames_pkey" PRIMARY KEY ("username")
);
CREATE INDEX "former_usernames_skeleton_idx" ON "former_usernames"("skeleton");
CREATE INDEX "former_usernames_user_id_idx" ON "former_usernames"("user_id");
CREATE INDEX former_usernames_shapes ON former_usernames (name_shape(username::text)) WHERE user_id IS NOT NULL;
CREATE INDEX former_usernames_names ON former_usernames (search_fold(username::text));

-- Makes the transactions that take or give up a name, or one that looks like it, wait for each other. The unique index alone
-- lets a waiting transaction have the name once the other one has given it up. Few places, so that many names need few locks;
-- in one order, so that two users who exchange their names do not wait for each other.
CREATE FUNCTION lock_usernames(VARIADIC names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('former_usernames'), place)
    FROM (SELECT DISTINCT hashtext(look) & 255 AS place
      FROM unnest(names) AS name, LATERAL (VALUES (public.username_skeleton(name)), (public.search_fold(name))) AS looks (look)
      WHERE name IS NOT NULL ORDER BY place) AS places;
END $$;

-- The form in which the name of a deleted account is kept, from which the name cannot be read.
CREATE FUNCTION username_digest(skeleton text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN encode(sha256(convert_to(skeleton, 'UTF8')), 'hex');

-- Returns whether a name, or one that looks like it, is held for another user, or is that of another user but for accents. The
-- unique index refuses the name itself. `taker` is null for a new user.
--
-- Names that differ in accents and case alone look alike, although their skeletons may differ: a skeleton has an l for an I, but
-- an i for an Í and an í, so Iván would stand beside ivan, and SOFIA beside sofía. No unique index says so, because this likeness
-- and that of the skeletons are not transitive together, and users who had such names before keep them.
CREATE FUNCTION is_held_username(name text, taker uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (
    SELECT FROM former_usernames f
    WHERE (f.skeleton IN (username_skeleton(name), username_digest(username_skeleton(name)), username_digest(search_fold(name)))
        OR search_fold(f.username::text) = search_fold(name))
      AND (f.user_id = taker) IS NOT TRUE AND (f.held_until IS NULL OR f.held_until > now()))
    OR EXISTS (
    SELECT FROM profiles p WHERE search_fold(p.username::text) = search_fold(name) AND p.username <> name::citext
      AND (p.id = taker) IS NOT TRUE);

-- Holds the name of a user for them: for 90 days, and for good if it had ten followers, or a podcast for a week, whose apps
-- would play the stories of another user. They still ask for a podcast that was switched off, or hidden with its author.
CREATE FUNCTION hold_username(owner uuid, name citext) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_known boolean;
BEGIN
  SELECT p.followers_count >= 10 OR (p.podcast OR p.podcast_guid IS NOT NULL) AND EXISTS (
      SELECT FROM stories s WHERE s.user_id = owner AND s.published
        AND s.published_at <= now() - interval '7 days')
    AND NOT EXISTS (
      SELECT FROM former_usernames f WHERE f.user_id = owner AND f.given_up_at > now() - interval '7 days')
    INTO is_known FROM profiles p WHERE p.id = owner;
  INSERT INTO former_usernames AS f (username, skeleton, user_id, held_until)
    VALUES (name, username_skeleton(name::text), owner, CASE WHEN NOT is_known THEN now() + interval '90 days' END)
    ON CONFLICT (username) DO UPDATE SET user_id = excluded.user_id, given_up_at = excluded.given_up_at,
      held_until = CASE WHEN f.held_until IS NOT NULL THEN excluded.held_until END;
END $$;

CREATE FUNCTION change_username() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  former citext := CASE WHEN TG_OP = 'UPDATE' THEN OLD.username END;
BEGIN
  IF NEW.username IS NOT DISTINCT FROM former THEN RETURN NEW; END IF;
  PERFORM lock_usernames(former::text, NEW.username::text);
  IF is_held_username(NEW.username::text, NEW.id) THEN
    -- As ON CONFLICT DO NOTHING does: who confirms an account chooses another name then.
    IF TG_OP = 'INSERT' THEN RETURN NULL; END IF;
    RAISE unique_violation USING MESSAGE = 'The username is held for its former owner',
      TABLE = 'former_usernames', CONSTRAINT = 'former_usernames_pkey';
  END IF;
  -- What is left of a name that is free again. The row of an owner who takes a name back stays: it may be held for good.
  DELETE FROM former_usernames f WHERE f.username = NEW.username AND f.user_id IS DISTINCT FROM NEW.id;
  IF former IS NOT NULL THEN PERFORM hold_username(NEW.id, former); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER profiles_change_username BEFORE INSERT OR UPDATE OF username ON profiles
  FOR EACH ROW EXECUTE FUNCTION change_username();

-- The names of a deleted account stay held for as long, and lead nowhere. Runs before the deletion, because the stories and the
-- profile of the account are gone afterwards.
CREATE FUNCTION hold_usernames_of_deleted() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last citext;
BEGIN
  SELECT p.username INTO last FROM profiles p WHERE p.id = OLD.id;
  IF last IS NOT NULL THEN
    PERFORM lock_usernames(last::text);
    PERFORM hold_username(OLD.id, last);
  END IF;
  WITH gone AS (DELETE FROM former_usernames f WHERE f.user_id = OLD.id RETURNING f.*)
  INSERT INTO former_usernames AS f (username, skeleton, given_up_at, held_until)
    SELECT username_digest(look), username_digest(look), max(given_up_at),
      CASE WHEN count(held_until) = count(*) THEN max(held_until) END
    FROM gone, LATERAL (VALUES (skeleton), (search_fold(username::text))) AS looks (look) GROUP BY look
    ON CONFLICT (username) DO UPDATE SET given_up_at = excluded.given_up_at, held_until = CASE
      WHEN f.held_until IS NOT NULL AND excluded.held_until IS NOT NULL
      THEN greatest(f.held_until, excluded.held_until) END;
  RETURN OLD;
END $$;
CREATE TRIGGER users_hold_usernames BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION hold_usernames_of_deleted();

-- ## Follows

CREATE TABLE "follows" (
    "id" UUID NOT NULL,
    "follower_id" UUID NOT NULL,
    "following_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "told_since" TIMESTAMPTZ(3),
    "read_until" TIMESTAMPTZ(3),

    CONSTRAINT "follows_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "follows_not_self" CHECK (follower_id <> following_id)
);
CREATE INDEX "follows_following_id_created_at_id_idx" ON "follows"("following_id", "created_at", "id");
CREATE UNIQUE INDEX "follows_follower_id_following_id_key" ON "follows"("follower_id", "following_id");
CREATE INDEX follows_told ON follows (follower_id) WHERE told_since IS NOT NULL;
-- The followers who get news of a new story.
CREATE INDEX follows_tellers ON follows (following_id, follower_id) WHERE told_since IS NOT NULL;
-- The followed people are read from this index alone, because their rows lie all over the table.
CREATE INDEX "follows_follower_id_created_at_id_following_id_idx" ON "follows"("follower_id", "created_at", "id", "following_id");

CREATE TRIGGER follows_tell_read AFTER UPDATE OF read_until ON follows FOR EACH ROW
  WHEN (NEW.read_until IS DISTINCT FROM OLD.read_until) EXECUTE FUNCTION tell_screens('news', 'follower_id');
CREATE TRIGGER follows_tell AFTER UPDATE OF told_since ON follows FOR EACH ROW
  WHEN (NEW.told_since IS DISTINCT FROM OLD.told_since) EXECUTE FUNCTION tell_screens('ended', 'follower_id');
CREATE TRIGGER follows_tell_end AFTER DELETE ON follows FOR EACH ROW
  WHEN (OLD.told_since IS NOT NULL) EXECUTE FUNCTION tell_screens('ended', 'follower_id');

-- Changes how many users a user follows, and by how many the other is followed, in the order of the ids, so that two users who
-- follow each other at the same moment cannot deadlock.
CREATE FUNCTION count_follow(follower uuid, followed uuid, step integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF follower < followed THEN
    UPDATE profiles SET following_count = following_count + step WHERE id = follower;
    UPDATE profiles SET followers_count = followers_count + step WHERE id = followed;
  ELSE
    UPDATE profiles SET followers_count = followers_count + step WHERE id = followed;
    UPDATE profiles SET following_count = following_count + step WHERE id = follower;
  END IF;
END $$;

-- Follows a user with a public profile; repeating it changes nothing. `refusal` is an error code of the contract here and in the
-- other functions that write: a refused call has written nothing. Inside a function each statement sees what was committed before
-- it began, and so what the transaction waited for at a lock.
CREATE FUNCTION follow_user(follow_id uuid, follower uuid, followed uuid, OUT refusal text) LANGUAGE plpgsql AS $$
DECLARE
  person record;
  is_known boolean := false;
  is_active boolean := false;
  is_followable boolean := false;
BEGIN
  -- Both accounts in one order. A concurrent suspension or deletion of either waits for this write, or is seen by it.
  FOR person IN
    SELECT u.id, u.suspended_at FROM users u WHERE u.id IN (follower, followed) ORDER BY u.id FOR SHARE
  LOOP
    IF person.id = follower THEN
      is_known := true;
      is_active := person.suspended_at IS NULL;
    ELSE
      is_followable := person.suspended_at IS NULL;
    END IF;
  END LOOP;
  refusal := CASE
    WHEN NOT is_known THEN 'UNAUTHENTICATED'
    WHEN NOT is_active THEN 'ACCOUNT_SUSPENDED'
    WHEN NOT is_followable
      OR NOT EXISTS (SELECT FROM profiles p WHERE p.id = followed AND p.username IS NOT NULL)
    THEN 'PROFILE_NOT_FOUND'
    WHEN are_blocked(follower, followed) THEN 'PROFILE_UNAVAILABLE'
  END;
  IF refusal IS NOT NULL THEN RETURN; END IF;
  INSERT INTO follows (id, follower_id, following_id) VALUES (follow_id, follower, followed) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    PERFORM count_follow(follower, followed, 1);
    PERFORM tell_user(followed, 'follow', follower, NULL, NULL, NULL);
  END IF;
END $$;

-- Unfollows a user; does nothing if they are not followed.
CREATE FUNCTION unfollow_user(follower uuid, followed uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM follows WHERE follower_id = follower AND following_id = followed;
  IF FOUND THEN PERFORM count_follow(follower, followed, -1); END IF;
END $$;

-- Returns whether a user follows another one. Seems cheap, as `asked_of` does: as a subquery in the lists of stories it had
-- PostgreSQL plan the feed of visitors anew each time, which took twice as long as reading it.
CREATE FUNCTION is_follower(follower uuid, followed uuid) RETURNS boolean LANGUAGE plpgsql STABLE COST 1 AS $$
BEGIN
  RETURN EXISTS (SELECT FROM follows f WHERE f.follower_id = follower AND f.following_id = followed);
END $$;

CREATE TABLE "followed_tags" (
    "user_id" UUID NOT NULL,
    "tag" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "followed_tags_pkey" PRIMARY KEY ("user_id","tag"),
    CONSTRAINT "followed_tags_name" CHECK (char_length(name) <= 50)
);

-- Follows a subject; repeating it changes nothing. The account is locked, so that calls at the same moment keep the bound.
CREATE FUNCTION follow_tag(follower uuid, wanted text, most integer, OUT refusal text) LANGUAGE plpgsql AS $$
DECLARE
  folded text := search_fold(wanted);
  is_suspended boolean;
BEGIN
  SELECT u.suspended_at IS NOT NULL INTO is_suspended FROM users u WHERE u.id = follower FOR NO KEY UPDATE;
  refusal := CASE
    WHEN NOT FOUND THEN 'UNAUTHENTICATED'
    WHEN is_suspended THEN 'ACCOUNT_SUSPENDED'
    WHEN (SELECT count(*) FROM followed_tags f WHERE f.user_id = follower AND f.tag <> folded) >= most
    THEN 'FOLLOWED_TAGS_TOO_MANY'
  END;
  IF refusal IS NOT NULL THEN RETURN; END IF;
  INSERT INTO followed_tags (user_id, tag, name) VALUES (follower, folded, wanted) ON CONFLICT DO NOTHING;
END $$;

-- ## Blocks

CREATE TABLE "blocks" (
    "blocker_id" UUID NOT NULL,
    "blocked_id" UUID NOT NULL,
    "kind" "block_kind" NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocks_pkey" PRIMARY KEY ("blocker_id","blocked_id"),
    CONSTRAINT "blocks_not_oneself" CHECK ("blocker_id" <> "blocked_id"),
    CONSTRAINT "blocks_end" CHECK ("kind" = 'mute' OR "ends_at" IS NULL)
);
CREATE INDEX "blocks_blocked_id_blocker_id_idx" ON "blocks"("blocked_id", "blocker_id");

-- A block takes stories and comments away from both.
CREATE TRIGGER blocks_count_block AFTER INSERT OR UPDATE OF kind ON blocks FOR EACH ROW WHEN (NEW.kind = 'block')
  EXECUTE FUNCTION count_removal();

-- Mirrors `isBlockedWith` of packages/api/src/blocks/queries.ts.
CREATE FUNCTION are_blocked(one uuid, other uuid) RETURNS boolean LANGUAGE plpgsql STABLE
  SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  RETURN EXISTS (SELECT FROM public.blocks b WHERE b.blocker_id = one AND b.blocked_id = other AND b.kind = 'block')
    OR EXISTS (SELECT FROM public.blocks b WHERE b.blocker_id = other AND b.blocked_id = one AND b.kind = 'block');
END $$;

-- Blocks a user, or mutes them for some days or, without a number, for good; repeating it changes nothing. A mute does not
-- weaken a block, which another tab may have made. A block ends the follows in both directions, what the two shared with each other
-- alone, and what ties a story of one to a story of the other, for good. Stories are locked before blocks.
CREATE FUNCTION block_user(blocker uuid, blocked uuid, wish block_kind, days integer, most integer, OUT refusal text)
  LANGUAGE plpgsql AS $$
DECLARE
  is_known boolean;
  ended record;
BEGIN
  -- Whoever follows, votes or comments shares the lock of their account: their write waits for this one and sees it, or it
  -- came before.
  PERFORM FROM users u WHERE u.id IN (blocker, blocked) ORDER BY u.id FOR NO KEY UPDATE;
  refusal := (SELECT CASE WHEN u.suspended_at IS NOT NULL THEN 'ACCOUNT_SUSPENDED' END FROM users u WHERE u.id = blocker);
  IF NOT EXISTS (SELECT FROM users u WHERE u.id = blocker) THEN refusal := 'UNAUTHENTICATED';
  ELSIF NOT EXISTS (SELECT FROM profiles p WHERE p.id = blocked) THEN refusal := 'PROFILE_NOT_FOUND';
  END IF;
  IF refusal IS NOT NULL THEN RETURN; END IF;

  IF wish = 'block' THEN
    PERFORM FROM stories s WHERE s.user_id IN (blocker, blocked) AND (s.shared_with_id IN (blocker, blocked)
        OR EXISTS (SELECT FROM stories o WHERE o.id = s.origin_id AND o.user_id IN (blocker, blocked) AND o.user_id <> s.user_id))
      ORDER BY s.id FOR NO KEY UPDATE;
  END IF;
  DELETE FROM blocks b WHERE b.blocker_id = blocker AND b.ends_at <= clock_timestamp();
  is_known := EXISTS (SELECT FROM blocks b WHERE b.blocker_id = blocker AND b.blocked_id = blocked);
  IF NOT is_known AND (SELECT count(*) FROM blocks b WHERE b.blocker_id = blocker) >= most THEN
    refusal := 'BLOCKS_TOO_MANY';
    RETURN;
  END IF;
  INSERT INTO blocks AS b (blocker_id, blocked_id, kind, ends_at)
    VALUES (blocker, blocked, wish, clock_timestamp() + make_interval(days => days))
    ON CONFLICT (blocker_id, blocked_id) DO UPDATE SET kind = excluded.kind, ends_at = excluded.ends_at
    WHERE b.kind = 'mute';
  IF wish = 'mute' THEN RETURN; END IF;
  UPDATE stories s SET shared_with_id = NULL
    WHERE s.shared_with_id IN (blocker, blocked) AND s.user_id IN (blocker, blocked);
  UPDATE stories s SET origin_id = NULL FROM stories o
    WHERE o.id = s.origin_id AND s.user_id IN (blocker, blocked) AND o.user_id IN (blocker, blocked) AND o.user_id <> s.user_id;
  FOR ended IN
    DELETE FROM follows f WHERE (f.follower_id, f.following_id) IN ((blocker, blocked), (blocked, blocker))
    RETURNING f.follower_id, f.following_id
  LOOP
    PERFORM count_follow(ended.follower_id, ended.following_id, -1);
  END LOOP;
END $$;

-- ## Questions

CREATE TABLE "questions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "token_key" TEXT NOT NULL,
    "is_once" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "questions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "questions_text" CHECK (char_length("text") <= 160 AND NOT is_blank("text")),
    CONSTRAINT "questions_hashed" CHECK ("token_key" ~ '^[0-9a-f]{64}$')
);
CREATE UNIQUE INDEX "questions_token_key_key" ON "questions"("token_key");
CREATE INDEX "questions_user_id_created_at_id_idx" ON "questions"("user_id", "created_at" DESC, "id" DESC);

-- The question that a story answers, as the type AskedQuestion of the contract, for its author and the asker, unless a block parts
-- them. A function that seems cheap, because few rows call it: a subquery in the lists of stories would have PostgreSQL plan them
-- anew each time.
CREATE FUNCTION asked_of(viewer uuid, question uuid, author uuid) RETURNS jsonb LANGUAGE plpgsql STABLE COST 1 AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_object('text', q.text, 'asker', jsonb_strip_nulls(
      jsonb_build_object('id', p.id, 'username', p.username, 'photo', p.photo_id)))
    FROM questions q JOIN profiles p ON p.id = q.user_id
    WHERE q.id = question AND viewer IN (author, q.user_id) AND NOT are_blocked(q.user_id, author));
END $$;

-- ## Recordings

CREATE FUNCTION are_peaks(peaks smallint[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN cardinality(peaks) IN (0, 100) AND array_position(peaks, NULL) IS NULL
    AND 0 <= ALL (peaks) AND 100 >= ALL (peaks);

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
    "peaks" SMALLINT[] NOT NULL DEFAULT ARRAY[]::SMALLINT[],
    "peaks_measured" BOOLEAN NOT NULL DEFAULT false,
    "suggested_peaks" SMALLINT[] NOT NULL DEFAULT ARRAY[]::SMALLINT[],
    "loudness" REAL,
    "true_peak" REAL,
    "loudness_known" BOOLEAN NOT NULL DEFAULT false,
    "is_cut_short" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "uploaded_at" TIMESTAMPTZ(3),
    "inspected_at" TIMESTAMPTZ(3),
    "inspection_attempts" INTEGER NOT NULL DEFAULT 0,
    "inspection_timed_out" BOOLEAN NOT NULL DEFAULT false,
    "inspection_error" TEXT,
    "inspection_failed_at" TIMESTAMPTZ(3),

    CONSTRAINT "recordings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "recordings_bytes" CHECK (bytes BETWEEN 0 AND 16777216),
    CONSTRAINT "recordings_playback_bytes" CHECK (playback_bytes >= 0),
    CONSTRAINT "recordings_duration" CHECK (duration_ms BETWEEN 0 AND 302000),
    CONSTRAINT "recordings_peaks" CHECK (are_peaks(peaks)),
    CONSTRAINT "recordings_suggested_peaks" CHECK (are_peaks(suggested_peaks)),
    CONSTRAINT "recordings_loudness" CHECK ((loudness IS NULL) = (true_peak IS NULL) AND (loudness_known OR loudness IS NULL)),
    CONSTRAINT "recordings_inspecting" CHECK (state <> 'inspecting' OR original_key IS NOT NULL),
    CONSTRAINT "recordings_ready" CHECK (state <> 'ready' OR (
      original_key IS NOT NULL AND playback_key IS NOT NULL AND playback_bytes IS NOT NULL AND playback_type IS NOT NULL
      AND duration_ms IS NOT NULL AND cardinality(peaks) = 100)),
    CONSTRAINT "recordings_refused" CHECK ((state = 'refused') = (refusal IS NOT NULL))
);
CREATE UNIQUE INDEX "recordings_original_key_key" ON "recordings"("original_key");
CREATE UNIQUE INDEX "recordings_playback_key_key" ON "recordings"("playback_key");
CREATE INDEX "recordings_user_id_created_at_idx" ON "recordings"("user_id", "created_at");
CREATE INDEX "recordings_state_created_at_idx" ON "recordings"("state", "created_at");
-- The job that measures older recordings looks for these.
CREATE INDEX recordings_unmeasured ON recordings (id) WHERE state = 'ready' AND NOT loudness_known;

-- A deleted recording may be uploaded again by its owner.
CREATE TRIGGER recordings_spend_id AFTER DELETE ON recordings FOR EACH ROW EXECUTE FUNCTION spend_id();
CREATE TRIGGER recordings_refuse_spent_id AFTER INSERT ON recordings FOR EACH ROW EXECUTE FUNCTION refuse_spent_id();

CREATE TABLE "uploads" (
    "recording_id" UUID NOT NULL,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "length" INTEGER,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("recording_id")
);

CREATE TABLE "upload_pieces" (
    "recording_id" UUID NOT NULL,
    "start" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "upload_pieces_pkey" PRIMARY KEY ("recording_id","start")
);
-- Sound is compressed already: compressing it again would cost time and gain nothing.
ALTER TABLE upload_pieces ALTER COLUMN content SET STORAGE EXTERNAL;

-- ## Transcription

CREATE TABLE "transcripts" (
    "recording_id" UUID NOT NULL,
    "status" "transcript_status" NOT NULL DEFAULT 'queued',
    "provider" TEXT NOT NULL,
    "provider_job" TEXT,
    "text" TEXT,
    "words" JSONB,
    "engine" TEXT,
    "model" TEXT,
    "is_unsure" BOOLEAN NOT NULL DEFAULT false,
    "replaces_text" BOOLEAN NOT NULL DEFAULT false,
    "trouble" "transcription_trouble",
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "run" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "transcripts_pkey" PRIMARY KEY ("recording_id"),
    CONSTRAINT "transcripts_text" CHECK (char_length(text) <= 20000),
    CONSTRAINT "transcripts_completed" CHECK (status <> 'completed' OR text IS NOT NULL),
    CONSTRAINT "transcripts_attempts" CHECK (attempts >= 0)
);
-- The transcripts that only the operator can bring about: those that wait, and those that gave up after a week. Both are asked
-- for again at a start, and when a model appears.
CREATE INDEX "transcripts_of_operator" ON "transcripts" ("recording_id")
  WHERE "trouble" = 'setup' AND "status" IN ('queued', 'error');
-- Of the few transcriptions that an administrator may have to retry.
CREATE INDEX transcripts_stuck ON transcripts (finished_at, recording_id)
  WHERE finished_at IS NOT NULL AND (status = 'error' OR (status = 'queued' AND trouble = 'setup'));

CREATE FUNCTION tell_transcript() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO live_messages (message) SELECT 'transcripts:' || r.user_id FROM recordings r WHERE r.id = NEW.recording_id
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER transcripts_tell AFTER UPDATE OF status ON transcripts FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'error')) EXECUTE FUNCTION tell_transcript();

-- ## Stories

CREATE FUNCTION are_tags(tags text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN cardinality(tags) <= 30
    AND NOT EXISTS (SELECT FROM unnest(tags) AS tag WHERE tag IS NULL OR public.is_blank(tag) OR char_length(tag) > 50);

CREATE FUNCTION search_text(title text, tags text[]) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN public.search_fold(title || E'\n' || array_to_string(tags, E'\n'));

CREATE FUNCTION search_tags(tags text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(SELECT public.search_fold(tag) FROM unnest(tags) AS tag);

-- The title without case and accents, and each tag so on a line of its own. Every line is ended, so that a tag is found as a whole
-- line. Null if an index cannot hold it, or if with a line break in it a title could pass for a tag.
CREATE FUNCTION feed_text(title text, tags text[]) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (
    SELECT CASE
      WHEN octet_length(lines) <= 1500
        AND char_length(lines) - char_length(replace(lines, E'\n', '')) = cardinality(tags) + 1
      THEN lines
    END
    FROM (SELECT public.search_fold(array_to_string(title || tags, E'\n') || E'\n') AS lines) AS folded
  );

-- The place of a story among those that rise: ten times the votes weigh as much as twelve hours. It changes with a vote alone,
-- never as time passes, so an index of it is current without a job that computes it anew.
CREATE FUNCTION story_heat(votes integer, published_at timestamptz) RETURNS double precision
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN log(greatest(1, votes)::double precision)
    + date_part('epoch', published_at AT TIME ZONE 'UTC') / (12 * 60 * 60);

CREATE TABLE "stories" (
    "id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "transcript" TEXT,
    "transcript_words" JSONB,
    "duration_ms" INTEGER NOT NULL,
    "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "folded_text" TEXT GENERATED ALWAYS AS (search_text(title, tags)) STORED,
    "folded_tags" TEXT[] GENERATED ALWAYS AS (search_tags(tags)) STORED,
    "feed_text" TEXT,
    "published" BOOLEAN NOT NULL DEFAULT false,
    "question_id" UUID,
    "shared_with_id" UUID,
    "origin_id" UUID,
    "origin_kind" "story_origin",
    "is_let_in" BOOLEAN NOT NULL DEFAULT false,
    "published_at" TIMESTAMPTZ(3),
    "waiting_since" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),
    "hidden_reason" TEXT,
    "hidden_with_author" BOOLEAN NOT NULL DEFAULT false,
    "hidden_version" JSONB,
    "commenters" "commenters" NOT NULL DEFAULT 'anyone',
    "anonymous_comments" BOOLEAN NOT NULL DEFAULT true,
    "clips" BOOLEAN NOT NULL DEFAULT true,
    "listeners_decide" BOOLEAN NOT NULL DEFAULT false,
    "replies" "story_replies" NOT NULL DEFAULT 'open',
    "upvotes" INTEGER NOT NULL DEFAULT 0,
    "downvotes" INTEGER NOT NULL DEFAULT 0,
    "score" INTEGER NOT NULL DEFAULT 0,
    "comments_count" INTEGER NOT NULL DEFAULT 0,
    "told_votes" INTEGER DEFAULT 0,
    "created_with" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stories_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "stories_title" CHECK (char_length(title) <= 300 AND NOT is_blank(title)),
    CONSTRAINT "stories_transcript" CHECK (char_length(transcript) <= 20000),
    CONSTRAINT "stories_duration" CHECK (duration_ms BETWEEN 0 AND 302000),
    CONSTRAINT "stories_tags" CHECK (are_tags(tags)),
    CONSTRAINT "stories_published" CHECK (NOT published OR published_at IS NOT NULL),
    -- A story is private, for one user, or published.
    CONSTRAINT "stories_shared" CHECK (shared_with_id IS NULL OR (NOT published AND shared_with_id <> user_id)),
    CONSTRAINT "stories_origin_kind" CHECK (origin_id IS NULL OR (origin_kind IS NOT NULL AND origin_id <> id)),
    CONSTRAINT "stories_reply" CHECK (origin_kind IS DISTINCT FROM 'reply' OR (NOT published AND shared_with_id IS NULL)),
    CONSTRAINT "stories_let_in" CHECK (NOT is_let_in OR origin_kind IS NOT DISTINCT FROM 'reply'),
    -- A public story waits for no moderator. A hidden one may: it was not let in.
    CONSTRAINT "stories_waiting" CHECK (waiting_since IS NULL OR NOT published OR hidden_at IS NOT NULL),
    CONSTRAINT "stories_hidden_with_author" CHECK (NOT hidden_with_author OR hidden_at IS NOT NULL),
    CONSTRAINT "stories_counters" CHECK (
      upvotes >= 0 AND downvotes >= 0 AND comments_count >= 0 AND score = upvotes - downvotes)
);
-- Nothing reads these statistics since searches read story_search.
ALTER TABLE stories ALTER COLUMN folded_text SET STATISTICS 500;
-- A scan of the feed reads the index alone where the table has been vacuumed since its last change, and votes change it all
-- the time. By default a fifth of a table may change before it is vacuumed.
ALTER TABLE stories SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE UNIQUE INDEX "stories_recording_id_key" ON "stories"("recording_id");
CREATE INDEX "stories_user_id_created_at_id_idx" ON "stories"("user_id", "created_at" DESC, "id" DESC);
-- The feed is one scan of this index, which also has the text in which its start is searched: 20,000 stories are a few hundred
-- pages to read instead of 20,000 places in the table. A story without that text is looked up in story_search.
CREATE INDEX stories_feed ON stories (score DESC, created_at DESC, id DESC) INCLUDE (feed_text)
  WHERE published AND hidden_at IS NULL;
-- The latest stories of an author, for the feed of their podcast.
CREATE INDEX stories_podcast ON stories (user_id, published_at DESC, id DESC) WHERE published AND hidden_at IS NULL;
CREATE INDEX stories_rising ON stories (story_heat(score, published_at) DESC, published_at DESC, id DESC)
  WHERE published AND hidden_at IS NULL;
-- Few stories answer a question.
CREATE INDEX stories_question ON stories (question_id, created_at DESC, id DESC) WHERE question_id IS NOT NULL;
CREATE INDEX stories_shared_with ON stories (shared_with_id) WHERE shared_with_id IS NOT NULL;
CREATE INDEX stories_origin ON stories (origin_id, created_at, id) WHERE origin_id IS NOT NULL;
-- The newest stories, by the expression of those that rise without votes: an index of the plain time would be taken for the
-- stories of one person too, and read through to the oldest. The authors are in the index, so that the stories of
-- followed people are found without reading the table.
CREATE INDEX stories_newest ON stories (story_heat(0, published_at) DESC, published_at DESC, id DESC)
  INCLUDE (user_id) WHERE published AND hidden_at IS NULL;
CREATE INDEX stories_hidden ON stories (hidden_at, id) WHERE hidden_at IS NOT NULL AND NOT hidden_with_author;

-- Votes and comments change no story.
CREATE TRIGGER stories_updated_at BEFORE UPDATE OF title, transcript, transcript_words, tags, published, hidden_at, anonymous_comments,
    commenters, clips
  ON stories FOR EACH ROW EXECUTE FUNCTION set_updated_at();

-- A story of another user's recording would make the private voice of that user public.
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

-- Open pages of the version before know `anonymous_comments` alone. Turning that off leaves a choice that is narrower.
CREATE FUNCTION keep_commenters() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.commenters IS DISTINCT FROM OLD.commenters THEN
    NEW.anonymous_comments := NEW.commenters::text = 'anyone';
  ELSIF NEW.anonymous_comments AND NOT OLD.anonymous_comments THEN
    NEW.commenters := 'anyone';
  ELSIF OLD.anonymous_comments AND NOT NEW.anonymous_comments THEN
    NEW.commenters := 'members';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER stories_commenters BEFORE UPDATE OF commenters, anonymous_comments ON stories
  FOR EACH ROW EXECUTE FUNCTION keep_commenters();

-- The version that was public when the story was hidden, for moderators. One that waited for a moderator was not public, but is
-- the one that was decided on.
CREATE FUNCTION keep_hidden_version() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.hidden_at IS NULL THEN
    NEW.hidden_version := NULL;
  ELSIF OLD.hidden_at IS NULL AND (OLD.published OR OLD.waiting_since IS NOT NULL
      OR (OLD.is_let_in AND is_heard_reply(NULL, OLD.origin_id, OLD.user_id, true))) THEN
    NEW.hidden_version := json_build_object('title', OLD.title, 'transcript', OLD.transcript, 'tags', OLD.tags);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER stories_hidden_version BEFORE UPDATE OF hidden_at ON stories FOR EACH ROW
  WHEN (OLD.hidden_at IS DISTINCT FROM NEW.hidden_at) EXECUTE FUNCTION keep_hidden_version();

CREATE FUNCTION end_waiting() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.waiting_since := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER stories_end_waiting BEFORE UPDATE OF published, hidden_at ON stories FOR EACH ROW
  WHEN (NEW.waiting_since IS NOT NULL AND NEW.published AND NEW.hidden_at IS NULL) EXECUTE FUNCTION end_waiting();

-- A story grows from one that exists already, and its origin never changes, so there are no circles.
CREATE FUNCTION keep_origin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the origin of a story does not change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER stories_keep_origin BEFORE UPDATE OF origin_id, origin_kind ON stories FOR EACH ROW
  WHEN ((NEW.origin_id IS NOT NULL AND NEW.origin_id IS DISTINCT FROM OLD.origin_id)
    OR (NEW.origin_kind IS NOT NULL AND NEW.origin_kind IS DISTINCT FROM OLD.origin_kind))
  EXECUTE FUNCTION keep_origin();

-- A reply without its story is let in to nothing. A hidden one stays let in, which its moderators need to know.
CREATE FUNCTION end_reply() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.is_let_in := false;
  RETURN NEW;
END $$;
CREATE TRIGGER stories_end_reply BEFORE UPDATE OF origin_id ON stories FOR EACH ROW
  WHEN (NEW.is_let_in AND NEW.origin_id IS NULL AND NEW.hidden_at IS NULL) EXECUTE FUNCTION end_reply();

-- Also taken away are a story from the one user it was shared with, a reply from its thread, even if only the two authors heard
-- it, and from a story that grew the line that says from which.
CREATE TRIGGER stories_count_removal AFTER UPDATE OF published, hidden_at, shared_with_id, is_let_in, origin_id ON stories FOR EACH ROW
  WHEN (OLD.hidden_at IS NULL AND (
    (OLD.published AND NOT (NEW.published AND NEW.hidden_at IS NULL))
    OR (OLD.origin_id IS NOT NULL AND NEW.origin_id IS NULL)
    OR (OLD.origin_kind = 'reply' AND (NEW.hidden_at IS NOT NULL OR (OLD.is_let_in AND NOT NEW.is_let_in)))
    OR (OLD.shared_with_id IS NOT NULL
      AND NOT (NEW.hidden_at IS NULL AND (NEW.published OR NEW.shared_with_id IS NOT DISTINCT FROM OLD.shared_with_id)))))
  EXECUTE FUNCTION count_removal();
CREATE TRIGGER stories_count_deletion AFTER DELETE ON stories FOR EACH ROW EXECUTE FUNCTION count_removal();

-- Users who asked for news of an author listen to the author's id, so that a publication writes one message for all of them.
CREATE TRIGGER stories_tell AFTER UPDATE OF published ON stories FOR EACH ROW
  WHEN (NEW.published AND NOT OLD.published) EXECUTE FUNCTION tell_screens('author', 'user_id');
-- A connection that was opened while others could see a story ends when they no longer can, and announces no later comment.
CREATE TRIGGER stories_tell_end AFTER UPDATE OF published, hidden_at ON stories FOR EACH ROW
  WHEN (OLD.published AND OLD.hidden_at IS NULL AND NOT (NEW.published AND NEW.hidden_at IS NULL))
  EXECUTE FUNCTION tell_screens('ended', 'id');

-- Mirrors `canSee` of packages/api/src/stories/policy.ts, without the reviews of reports, which do not allow writes.
CREATE FUNCTION may_see_story(viewer uuid, viewer_role role, owner uuid, published boolean, hidden_at timestamptz)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (published AND hidden_at IS NULL)
    OR COALESCE(owner = viewer, false)
    OR (published AND COALESCE(viewer_role IN ('moderator', 'administrator'), false));

-- Returns whether a user, or a visitor, may hear a reply that is not hidden: as long as its story is public, and no block parts its
-- author from that of the story, or the user from the latter. One that is not let in is for the two authors. Seems cheap, as
-- `asked_of` does.
CREATE FUNCTION is_heard_reply(viewer uuid, origin uuid, author uuid, let_in boolean) RETURNS boolean LANGUAGE plpgsql STABLE COST 1 AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM stories o WHERE o.id = origin AND o.published AND o.hidden_at IS NULL
      AND (let_in OR coalesce(viewer IN (o.user_id, author), false))
      AND NOT are_blocked(o.user_id, author) AND NOT are_blocked(viewer, o.user_id));
END $$;

-- The story that another one replies to or grew from, as the type StoryOrigin of the contract, without what the viewer may not see.
CREATE FUNCTION origin_of(viewer uuid, kind story_origin, origin uuid, let_in boolean) RETURNS jsonb LANGUAGE plpgsql STABLE COST 1 AS $$
BEGIN
  RETURN jsonb_strip_nulls(jsonb_build_object(
      'kind', kind, 'isWaiting', CASE WHEN kind = 'reply' AND origin IS NOT NULL AND NOT let_in THEN true END))
    || jsonb_build_object('story', (
      SELECT jsonb_build_object('id', o.id, 'title', o.title, 'author', jsonb_strip_nulls(
        jsonb_build_object('id', p.id, 'username', p.username, 'photo', p.photo_id)))
      FROM stories o JOIN profiles p ON p.id = o.user_id
      WHERE o.id = origin
        AND may_see_story(viewer, NULL, o.user_id, o.published, o.hidden_at) AND NOT are_blocked(viewer, o.user_id)));
END $$;

-- ### Search
--
-- The searched texts are not in the table of the stories, because a vote writes a new version of its story with entries in each of
-- its indexes. Triggers write them, and are enabled also for stories that are loaded as a replica loads them: a search must find
-- those too. Indexes are without the list of pending entries, which every search would have to read. Stories are saved rarely.

CREATE FUNCTION set_feed_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.feed_text := public.feed_text(NEW.title, NEW.tags);
  RETURN NEW;
END
$$;
CREATE TRIGGER stories_feed_text BEFORE INSERT OR UPDATE OF title, tags ON stories
  FOR EACH ROW EXECUTE FUNCTION set_feed_text();
ALTER TABLE stories ENABLE ALWAYS TRIGGER stories_feed_text;

-- The pattern with which LIKE finds a text as a part of a folded one.
CREATE FUNCTION search_pattern(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '%' || regexp_replace(public.search_fold(value), '([\\%_])', '\\\1', 'g') || '%';

-- The patterns with which LIKE finds one of these tags as a whole line of a feed_text. None of its tags has a line break.
CREATE FUNCTION search_lines(tags text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(
    SELECT public.search_pattern(E'\n' || tag || E'\n') FROM unnest(tags) AS tag WHERE position(E'\n' IN tag) = 0
  );

-- The pieces of a text: four characters from each character on. A shorter part of the text begins a piece, and a longer one
-- consists of pieces.
CREATE FUNCTION search_pieces(value text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT array_to_tsvector(array_agg(substr(value, at, 4))) FROM generate_series(1, char_length(value)) AS at);

-- The query for the pieces that a text must have to contain each of these terms: start, middle and end of each term, or only the
-- starts of three and more terms, which are enough. Null if nothing is left of the terms.
CREATE FUNCTION search_sought(terms text[]) RETURNS tsquery
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (
    SELECT string_agg('''' || regexp_replace(piece, '([\\''])', '\1\1', 'g')
      || CASE WHEN char_length(piece) < 4 THEN ''':*' ELSE '''' END, ' & ')::tsquery
    FROM (SELECT public.search_fold(term) AS term FROM unnest(terms) AS term) AS folded,
      unnest(CASE WHEN cardinality(terms) > 2 THEN ARRAY[left(term, 4)]
        ELSE ARRAY[left(term, 4), substr(term, char_length(term) / 2 - 1, 4), right(term, 4)] END) AS piece
    WHERE term <> ''
  );

-- Every letter and every pair of letters of a text; some more than once. No search uses this or `search_pairs` any more.
CREATE FUNCTION search_grams(value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (
    SELECT array_agg(letter) || array_agg(letter || next)
    FROM (
      SELECT letter, coalesce(lead(letter) OVER (), '') AS next FROM unnest(string_to_array(value, NULL)) AS letter
    ) AS letters
  );

-- The grams that a text must have to contain what is searched: its pairs, or its only letter.
CREATE FUNCTION search_pairs(value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN ARRAY(SELECT substr(value, at, 2) FROM generate_series(1, greatest(char_length(value) - 1, 1)) AS at);

CREATE TABLE "story_search" (
    "story_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "tags" TEXT[] NOT NULL,

    CONSTRAINT "story_search_pkey" PRIMARY KEY ("story_id")
);
-- No search is planned with these statistics, so they do not grow with default_statistics_target.
ALTER TABLE story_search ALTER COLUMN text SET STATISTICS 100;
CREATE INDEX story_search_tags ON story_search USING gin (tags) WITH (fastupdate = off);
CREATE INDEX story_search_pieces ON story_search USING gin (search_pieces(text)) WITH (fastupdate = off);
-- No sample tells whether a term that it does not have is rare.
ALTER INDEX story_search_pieces ALTER COLUMN 1 SET STATISTICS 0;

CREATE FUNCTION set_story_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.story_search AS kept (story_id, text, tags)
  VALUES (NEW.id, NEW.folded_text, NEW.folded_tags)
  ON CONFLICT (story_id) DO UPDATE SET text = excluded.text, tags = excluded.tags
  WHERE (kept.text, kept.tags) IS DISTINCT FROM (excluded.text, excluded.tags);
  RETURN NULL;
END
$$;
CREATE TRIGGER stories_search_text AFTER INSERT OR UPDATE OF title, tags ON stories
  FOR EACH ROW EXECUTE FUNCTION set_story_search();
ALTER TABLE stories ENABLE ALWAYS TRIGGER stories_search_text;

-- The subjects of public stories. The index of story_search lists a tag's stories in no order, private ones among them. There are
-- no counters, because a counter of a common tag would be one row that every publication waits for. A row is found by its key, so
-- it needs no index of stories, and no foreign key, which would need one. Tags are sorted by bytes, so that the key lists those
-- that begin with a text.
CREATE TABLE "story_tags" (
    "tag" TEXT COLLATE "C" NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "story_id" UUID NOT NULL,

    CONSTRAINT "story_tags_pkey" PRIMARY KEY ("tag","published_at","story_id")
);

CREATE FUNCTION set_story_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM public.story_tags WHERE tag = ANY (OLD.folded_tags)
      AND published_at = coalesce(OLD.published_at, OLD.created_at) AND story_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.published AND NEW.hidden_at IS NULL THEN
    INSERT INTO public.story_tags (tag, published_at, story_id)
      SELECT tag, coalesce(NEW.published_at, NEW.created_at), NEW.id FROM unnest(NEW.folded_tags) AS tag
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
-- Votes and comments name none of these columns.
CREATE TRIGGER stories_tags AFTER INSERT OR DELETE OR UPDATE OF tags, published, published_at, hidden_at ON stories
  FOR EACH ROW EXECUTE FUNCTION set_story_tags();
ALTER TABLE stories ENABLE ALWAYS TRIGGER stories_tags;

-- A text as words of letters and digits with spaces between, so that the parser of PostgreSQL finds neither addresses nor
-- compounds in it, and the position of a word is its number. The app splits texts by the same letters: see search-terms.ts. The
-- dictionary drops acute accents by itself. Without accents altogether, 'año' would be 'ano' and stop words would be indexed.
CREATE FUNCTION spoken_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(
    lower(regexp_replace(
      CASE WHEN value IS NFC NORMALIZED THEN value ELSE normalize(value, NFC) END,
      U&'[^ 0-9A-Za-z\00AA\00B5\00BA\00C0-\00D6\00D8-\00F6\00F8-\02AF\0370-\1FFF\3041-\D7FF]+', ' ', 'g'
    )),
    'ü', 'u'
  );

CREATE FUNCTION spoken_words(value text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN to_tsvector('pg_catalog.spanish'::regconfig, public.spoken_text(value));

-- The words of what public stories say. A story has a row only while it is public and has a transcript: what is private, hidden
-- or unpublished is in no index, so that neither results nor their number or time depend on it. The words are not in story_search,
-- because a search for titles reads its rows, which are a tenth as long.
CREATE TABLE "story_words" (
    "story_id" UUID NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "story_words_pkey" PRIMARY KEY ("story_id")
);
CREATE INDEX story_words_words ON story_words USING gin (words) WITH (fastupdate = off);

CREATE FUNCTION set_story_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.published AND NEW.hidden_at IS NULL AND NEW.transcript <> '' THEN
    INSERT INTO public.story_words AS kept (story_id, words) VALUES (NEW.id, public.spoken_words(NEW.transcript))
    ON CONFLICT (story_id) DO UPDATE SET words = excluded.words WHERE kept.words <> excluded.words;
  ELSIF TG_OP = 'UPDATE' THEN
    DELETE FROM public.story_words WHERE story_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
-- Votes and comments name none of these columns.
CREATE TRIGGER stories_words AFTER INSERT OR UPDATE OF transcript, published, hidden_at ON stories
  FOR EACH ROW EXECUTE FUNCTION set_story_words();
ALTER TABLE stories ENABLE ALWAYS TRIGGER stories_words;

-- Stories that are older than story_words get their words in the background, in the order of their ids: a migration would keep
-- all stories from being written for minutes. One row with the last id that is done, and none when all are.
CREATE TABLE "story_words_backlog" (
    "after" UUID NOT NULL,

    CONSTRAINT "story_words_backlog_pkey" PRIMARY KEY ("after")
);

-- Gives the next stories their words, and returns whether there may be more. Their rows are locked meanwhile: a story that is
-- being unpublished is left out, and one that is unpublished afterwards loses its words. A lock that takes long is given up
-- before PostgreSQL would look for a deadlock, and the batch is repeated.
CREATE FUNCTION fill_story_words(most integer) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
DECLARE
  place uuid;
  last uuid;
BEGIN
  SELECT after INTO place FROM story_words_backlog FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT id INTO last FROM (SELECT id FROM stories WHERE id > place ORDER BY id LIMIT most) AS batch
    ORDER BY id DESC LIMIT 1;
  IF last IS NULL THEN
    DELETE FROM story_words_backlog;
    RETURN false;
  END IF;
  INSERT INTO story_words (story_id, words)
    SELECT id, spoken_words(transcript) FROM (
      SELECT id, transcript FROM stories
      WHERE id > place AND id <= last AND published AND hidden_at IS NULL AND transcript <> ''
      ORDER BY id FOR SHARE
    ) AS batch
    ON CONFLICT (story_id) DO NOTHING;
  UPDATE story_words_backlog SET after = last;
  RETURN true;
END
$$;

-- ### Files of public stories

-- Rows come and go with the publication.
CREATE TABLE "story_mp3s" (
    "story_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "bytes" INTEGER,
    "duration_ms" INTEGER,
    "made_at" TIMESTAMPTZ(3),
    "is_even" BOOLEAN,
    "picture_key" TEXT,
    "picture_revision" TEXT,
    "picture_bytes" INTEGER,

    CONSTRAINT "story_mp3s_pkey" PRIMARY KEY ("story_id"),
    CONSTRAINT "story_mp3s_made" CHECK (
      num_nulls(bytes, duration_ms, made_at) IN (0, 3) AND bytes > 0 IS NOT FALSE AND duration_ms > 0 IS NOT FALSE),
    CONSTRAINT "story_mp3s_picture" CHECK (
      num_nulls(picture_revision, picture_bytes) IN (0, 2) AND (picture_key IS NOT NULL OR picture_bytes IS NULL)
      AND picture_bytes > 0 IS NOT FALSE)
);
CREATE UNIQUE INDEX "story_mp3s_key_key" ON "story_mp3s"("key");
CREATE UNIQUE INDEX "story_mp3s_picture_key_key" ON "story_mp3s"("picture_key");

-- ### Votes

CREATE TABLE "votes" (
    "story_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "direction" "vote_direction" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "votes_pkey" PRIMARY KEY ("story_id","user_id")
);
-- The last votes of a user are those of what they like now.
CREATE INDEX "votes_user_id_created_at_idx" ON "votes"("user_id", "created_at");

-- Sets the vote of a user; null removes it.
CREATE FUNCTION cast_vote(voter uuid, story uuid, wish vote_direction,
  OUT refusal text, OUT upvotes integer, OUT downvotes integer)
  LANGUAGE plpgsql AS $$
DECLARE
  voter_role role;
  is_suspended boolean;
  is_visible boolean;
  before vote_direction;
  author uuid;
  told integer;
  milestone integer;
BEGIN
  -- A concurrent suspension or deletion of the account waits for this write, or is seen by it.
  SELECT u.role, u.suspended_at IS NOT NULL INTO voter_role, is_suspended
    FROM users u WHERE u.id = voter FOR SHARE;
  refusal := CASE WHEN NOT FOUND THEN 'UNAUTHENTICATED' WHEN is_suspended THEN 'ACCOUNT_SUSPENDED' END;
  IF refusal IS NOT NULL THEN RETURN; END IF;

  -- Every vote locks the story before its own row, so that concurrent votes wait in one order and each sees the counters of
  -- the one before.
  SELECT s.upvotes, s.downvotes, s.user_id, coalesce(s.told_votes, s.upvotes),
      may_see_story(voter, voter_role, s.user_id, s.published, s.hidden_at) AND NOT are_blocked(voter, s.user_id)
    INTO upvotes, downvotes, author, told, is_visible
    FROM stories s WHERE s.id = story FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT is_visible THEN
    refusal := 'STORY_NOT_FOUND';
    RETURN;
  END IF;

  SELECT v.direction INTO before FROM votes v WHERE v.story_id = story AND v.user_id = voter;
  IF before IS NOT DISTINCT FROM wish THEN RETURN; END IF;
  IF wish IS NULL THEN
    DELETE FROM votes v WHERE v.story_id = story AND v.user_id = voter;
  ELSE
    INSERT INTO votes (story_id, user_id, direction) VALUES (story, voter, wish)
      ON CONFLICT (story_id, user_id) DO UPDATE SET direction = excluded.direction;
  END IF;
  upvotes := upvotes + (wish IS NOT DISTINCT FROM 'up')::integer - (before IS NOT DISTINCT FROM 'up')::integer;
  downvotes := downvotes + (wish IS NOT DISTINCT FROM 'down')::integer - (before IS NOT DISTINCT FROM 'down')::integer;
  -- Told once, however often a vote is withdrawn and given again.
  milestone := 10 ^ (length(upvotes::text) - 1);
  IF wish = 'up' AND milestone > told AND voter <> author THEN
    told := milestone;
    PERFORM tell_user(author, 'votes', NULL, story, NULL, upvotes);
  END IF;
  -- The row is locked, so nobody has changed the counters since they were read.
  UPDATE stories s SET upvotes = cast_vote.upvotes, downvotes = cast_vote.downvotes,
    score = cast_vote.upvotes - cast_vote.downvotes, told_votes = told
    WHERE s.id = story;
END $$;

-- ### Listens, and what 'Para ti' leaves out

CREATE TABLE "listens" (
    "story_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "position_ms" INTEGER NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "listened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "listens_pkey" PRIMARY KEY ("story_id","user_id")
);
CREATE INDEX "listens_user_id_listened_at_story_id_idx" ON "listens"("user_id", "listened_at", "story_id");
CREATE INDEX "listens_user_id_finished_at_idx" ON "listens"("user_id", "finished_at");

-- Sets whether what a user hears is kept. Turned off, all of it is gone at once: the lock of the account makes a call that is about
-- to keep something wait, and what came before is seen by the next statement.
CREATE FUNCTION set_listens_kept(listener uuid, is_kept boolean, OUT refusal text) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users u SET keeps_listens = is_kept WHERE u.id = listener;
  IF NOT FOUND THEN refusal := 'UNAUTHENTICATED'; END IF;
  IF NOT is_kept THEN DELETE FROM listens l WHERE l.user_id = listener; END IF;
END $$;

-- Keeps where a user stopped in stories, whose ids and positions are two arrays, if the user allows it: another tab may not know
-- that they don't any more. A story that is heard again stays one that was heard to its end.
CREATE FUNCTION remember_listens(listener uuid, ids uuid[], positions integer[], finished_ratio double precision, most integer,
  OUT refusal text) LANGUAGE plpgsql AS $$
DECLARE
  is_kept boolean;
BEGIN
  SELECT u.keeps_listens INTO is_kept FROM users u WHERE u.id = listener FOR NO KEY UPDATE;
  IF NOT FOUND THEN refusal := 'UNAUTHENTICATED'; END IF;
  IF is_kept IS NOT TRUE THEN RETURN; END IF;
  INSERT INTO listens AS l (story_id, user_id, position_ms, finished_at, listened_at)
    SELECT s.id, listener, least(stop.at_ms, s.duration_ms),
      CASE WHEN stop.at_ms >= s.duration_ms * finished_ratio THEN clock_timestamp() END, clock_timestamp()
    FROM (
      SELECT DISTINCT ON (id) id, at_ms FROM unnest(ids, positions) WITH ORDINALITY AS stop(id, at_ms, place)
      ORDER BY id, place DESC
    ) AS stop JOIN stories s ON s.id = stop.id AND s.published AND s.hidden_at IS NULL
    ORDER BY s.id FOR KEY SHARE OF s
    ON CONFLICT (story_id, user_id) DO UPDATE SET position_ms = excluded.position_ms,
      finished_at = coalesce(l.finished_at, excluded.finished_at), listened_at = excluded.listened_at;
  DELETE FROM listens l WHERE l.user_id = listener AND (l.listened_at, l.story_id) < (
    SELECT o.listened_at, o.story_id FROM listens o WHERE o.user_id = listener
    ORDER BY o.listened_at DESC, o.story_id DESC OFFSET most - 1 LIMIT 1);
END $$;

CREATE TABLE "left_out" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "story_id" UUID,
    "author_id" UUID,
    "tag" TEXT,
    "name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "left_out_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "left_out_one" CHECK (num_nonnulls("story_id", "author_id", "tag") = 1)
);
CREATE INDEX "left_out_user_id_created_at_id_idx" ON "left_out"("user_id", "created_at", "id");
CREATE UNIQUE INDEX "left_out_story_id_user_id_key" ON "left_out"("story_id", "user_id");
CREATE UNIQUE INDEX "left_out_author_id_user_id_key" ON "left_out"("author_id", "user_id");
CREATE UNIQUE INDEX "left_out_user_id_tag_key" ON "left_out"("user_id", "tag");

-- Leaves a story, an author or a subject out of what is chosen for a user; repeating it changes nothing. Of each kind the last ones
-- are kept. Nothing happens for a story that is not public, or an author who is gone.
CREATE FUNCTION leave_out(leaver uuid, kind text, wanted text, most integer, OUT refusal text) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users u WHERE u.id = leaver FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    refusal := 'UNAUTHENTICATED';
    RETURN;
  END IF;
  CASE kind
    WHEN 'story' THEN
      INSERT INTO left_out (id, user_id, story_id)
        SELECT gen_random_uuid(), leaver, s.id FROM stories s
        WHERE s.id = wanted::uuid AND s.published AND s.hidden_at IS NULL FOR KEY SHARE ON CONFLICT DO NOTHING;
    WHEN 'author' THEN
      INSERT INTO left_out (id, user_id, author_id)
        SELECT gen_random_uuid(), leaver, u.id FROM users u
        WHERE u.id = wanted::uuid FOR KEY SHARE ON CONFLICT DO NOTHING;
    WHEN 'subject' THEN
      INSERT INTO left_out (id, user_id, tag, name)
        VALUES (gen_random_uuid(), leaver, search_fold(wanted), wanted) ON CONFLICT DO NOTHING;
  END CASE;
  DELETE FROM left_out l WHERE l.id IN (
    SELECT o.id FROM left_out o WHERE o.user_id = leaver
      AND CASE kind WHEN 'story' THEN o.story_id IS NOT NULL WHEN 'author' THEN o.author_id IS NOT NULL ELSE o.tag IS NOT NULL END
    ORDER BY o.created_at DESC, o.id DESC OFFSET most);
END $$;

-- ### Freezes

CREATE TABLE "freezes" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "case_number" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "keys" TEXT[],
    "frozen_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "is_prolonged" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "freezes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "freezes_case_number" CHECK (char_length(case_number) BETWEEN 1 AND 100),
    CONSTRAINT "freezes_ends_at" CHECK (ends_at > created_at)
);
CREATE INDEX "freezes_created_at_id_idx" ON "freezes"("created_at", "id");
CREATE INDEX "freezes_frozen_by_id_idx" ON "freezes"("frozen_by_id");
CREATE UNIQUE INDEX "freezes_story_id_case_number_key" ON "freezes"("story_id", "case_number");
CREATE INDEX freezes_keys ON freezes USING gin (keys);

-- ## Collections

CREATE TABLE "collections" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "collections_name" CHECK (char_length("name") <= 60 AND NOT is_blank("name")),
    CONSTRAINT "collections_later_is_private" CHECK ("name" IS NOT NULL OR NOT "is_public")
);
CREATE UNIQUE INDEX "collections_user_id_name_key" ON "collections"("user_id", "name") NULLS NOT DISTINCT;
CREATE INDEX "collections_user_id_created_at_id_idx" ON "collections"("user_id", "created_at" DESC, "id" DESC);

CREATE TABLE "collection_stories" (
    "collection_id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_stories_pkey" PRIMARY KEY ("story_id","collection_id")
);
CREATE INDEX "collection_stories_collection_id_position_story_id_idx" ON "collection_stories"("collection_id", "position", "story_id");

-- ## Comments

CREATE TABLE "comments" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "user_id" UUID,
    "content" TEXT NOT NULL,
    "author_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "comments_content" CHECK (char_length(content) <= 2000 AND NOT is_blank(content)),
    CONSTRAINT "comments_author_name" CHECK (char_length(author_name) <= 50 AND NOT is_blank(author_name))
);
CREATE INDEX "comments_story_id_created_at_id_idx" ON "comments"("story_id", "created_at", "id");
CREATE INDEX "comments_user_id_idx" ON "comments"("user_id");

CREATE TRIGGER comments_spend_id AFTER DELETE ON comments FOR EACH ROW EXECUTE FUNCTION spend_id();
CREATE TRIGGER comments_refuse_spent_id AFTER INSERT ON comments FOR EACH ROW EXECUTE FUNCTION refuse_spent_id();
CREATE TRIGGER comments_count_deletion AFTER DELETE ON comments FOR EACH ROW EXECUTE FUNCTION count_removal();
CREATE TRIGGER comments_tell AFTER INSERT OR DELETE ON comments FOR EACH ROW
  EXECUTE FUNCTION tell_screens('comments', 'story_id');

-- Adds a comment of a user, or of a visitor if `author` is null, and returns the comment of this id: the new one, or the one
-- that an earlier call added.
CREATE FUNCTION add_comment(comment_id uuid, story uuid, author uuid, shown_name text, words text,
  same_again_seconds integer, mentions text[] DEFAULT '{}',
  OUT refusal text, OUT is_new boolean, OUT id uuid, OUT story_id uuid, OUT story_user_id uuid, OUT user_id uuid,
  OUT username text, OUT photo uuid, OUT content text, OUT author_name text, OUT created_at timestamptz)
  LANGUAGE plpgsql AS $$
DECLARE
  author_role role;
  is_suspended boolean;
  is_visible boolean;
  circle commenters;
  is_public boolean;
  story_author uuid;
BEGIN
  is_new := false;
  IF author IS NOT NULL THEN
    SELECT u.role, u.suspended_at IS NOT NULL INTO author_role, is_suspended
      FROM users u WHERE u.id = author FOR SHARE;
    refusal := CASE WHEN NOT FOUND THEN 'UNAUTHENTICATED' WHEN is_suspended THEN 'ACCOUNT_SUSPENDED' END;
    IF refusal IS NOT NULL THEN RETURN; END IF;
  END IF;

  -- Serializes the comment with unpublishing, hiding and deleting the story, and with its other comments.
  SELECT s.user_id, s.commenters, s.published AND s.hidden_at IS NULL, may_see_story(author, author_role, s.user_id, s.published, s.hidden_at)
      AND (author IS NULL OR NOT are_blocked(author, s.user_id))
    INTO story_author, circle, is_public, is_visible
    FROM stories s WHERE s.id = story FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT is_visible THEN
    refusal := 'STORY_NOT_FOUND';
    RETURN;
  END IF;

  -- A repeated call is answered even if the comment could not be added now.
  IF NOT EXISTS (SELECT FROM comments c WHERE c.id = comment_id) THEN
    IF author IS DISTINCT FROM story_author THEN
      refusal := CASE
        WHEN circle = 'nobody' THEN 'COMMENTS_CLOSED'
        WHEN circle = 'followers' AND NOT EXISTS (
          SELECT FROM follows f WHERE f.follower_id = author AND f.following_id = story_author) THEN 'COMMENTS_FOLLOWERS_ONLY'
        WHEN circle = 'members' AND author IS NULL THEN 'COMMENTS_MEMBERS_ONLY'
      END;
      IF refusal IS NOT NULL THEN RETURN; END IF;
    END IF;
    IF EXISTS (
      SELECT FROM comments c
      WHERE c.story_id = story AND c.user_id IS NOT DISTINCT FROM author AND c.author_name = shown_name
        AND c.content = words AND c.created_at > clock_timestamp() - make_interval(secs => same_again_seconds))
    THEN
      refusal := 'COMMENT_DUPLICATE';
      RETURN;
    END IF;
    -- Each comment of a story is later than those before it, whatever the clocks say, so that a reader who pages misses none.
    INSERT INTO comments (id, story_id, user_id, content, author_name, created_at)
      VALUES (comment_id, story, author, words, shown_name, GREATEST(clock_timestamp(),
        (SELECT max(c.created_at) + interval '1 millisecond' FROM comments c WHERE c.story_id = story)))
      ON CONFLICT ON CONSTRAINT comments_pkey DO NOTHING;
    is_new := FOUND;
    IF is_new THEN
      UPDATE stories s SET comments_count = comments_count + 1 WHERE s.id = story;
      -- The author of the story first: one row for one person.
      PERFORM tell_user(story_author, 'comment', author, story, comment_id, NULL);
      PERFORM tell_user(p.id, 'mention', author, story, comment_id, NULL)
        FROM profiles p WHERE p.username = ANY (mentions::citext[]) AND is_public AND NOT are_blocked(p.id, story_author);
    END IF;
  END IF;

  SELECT c.id, c.story_id, s.user_id, c.user_id, p.username::text, p.photo_id, c.content, c.author_name, c.created_at
    INTO id, story_id, story_user_id, user_id, username, photo, content, author_name, created_at
    FROM comments c JOIN stories s ON s.id = c.story_id LEFT JOIN profiles p ON p.id = c.user_id
    WHERE c.id = comment_id;
  IF NOT FOUND THEN refusal := 'COMMENT_NOT_FOUND'; END IF;
END $$;

-- ## Reactions

CREATE TABLE "reactions" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "start_ms" INTEGER NOT NULL,
    "end_ms" INTEGER NOT NULL,
    "sign" "sign" NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reactions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reactions_span" CHECK ("start_ms" BETWEEN 0 AND "end_ms"),
    CONSTRAINT "reactions_text" CHECK (char_length("text") <= 1000)
);
CREATE INDEX "reactions_story_id_created_at_id_idx" ON "reactions"("story_id", "created_at", "id");
CREATE INDEX "reactions_user_id_id_idx" ON "reactions"("user_id", "id");
CREATE UNIQUE INDEX "reactions_story_id_user_id_start_ms_end_ms_key" ON "reactions"("story_id", "user_id", "start_ms", "end_ms");

-- ## Corrections

CREATE TABLE "corrections" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "start_ms" INTEGER NOT NULL,
    "end_ms" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "said" TEXT NOT NULL,
    "headword" TEXT,
    "headword_key" TEXT COLLATE "C",
    "regions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "state" "correction_state" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "corrections_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "corrections_span" CHECK ("start_ms" BETWEEN 0 AND "end_ms"),
    CONSTRAINT "corrections_texts" CHECK (char_length("text") <= 1000 AND char_length("said") BETWEEN 1 AND 200),
    CONSTRAINT "corrections_decided" CHECK (("state" = 'open') = ("decided_at" IS NULL)),
    CONSTRAINT "corrections_explains" CHECK (CASE WHEN headword IS NULL
      THEN headword_key IS NULL AND cardinality(regions) = 0
      ELSE headword_key IS NOT NULL AND char_length(headword) BETWEEN 1 AND 50 AND char_length(said) <= 120
        AND cardinality(regions) BETWEEN 1 AND 3 END)
);
CREATE INDEX "corrections_story_id_state_created_at_id_idx" ON "corrections"("story_id", "state", "created_at", "id");
CREATE INDEX "corrections_user_id_id_idx" ON "corrections"("user_id", "id");
CREATE UNIQUE INDEX corrections_open ON corrections (story_id, user_id, start_ms, end_ms, (headword IS NULL)) WHERE state = 'open';
CREATE INDEX corrections_glossary ON corrections (headword_key, id) WHERE state = 'accepted' AND headword IS NOT NULL;

CREATE TRIGGER corrections_count_removal AFTER UPDATE OF state ON corrections FOR EACH ROW
  WHEN (OLD.state = 'accepted' AND NEW.state <> 'accepted') EXECUTE FUNCTION count_removal();
CREATE TRIGGER corrections_count_deletion AFTER DELETE ON corrections FOR EACH ROW
  WHEN (OLD.state = 'accepted') EXECUTE FUNCTION count_removal();

-- ## Reports

CREATE TABLE "reports" (
    "id" UUID NOT NULL,
    "story_id" UUID,
    "reporter_user_id" UUID,
    "reason" "report_reason" NOT NULL,
    "at_ms" INTEGER,
    "title" TEXT,
    "transcript" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" "report_status" NOT NULL DEFAULT 'pending',
    "moderator_id" UUID,
    "reviewing_at" TIMESTAMPTZ(3),
    "assigned_to" UUID,
    "assigned_network" TEXT,
    "reporter_network" TEXT,
    "reporter_device" TEXT,
    "note" TEXT,
    "watched" JSONB,
    "watched_keys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reports_at_ms" CHECK ("at_ms" >= 0),
    CONSTRAINT "reports_decided" CHECK ((status IN ('resolved', 'dismissed')) = (decided_at IS NOT NULL))
);
CREATE INDEX "reports_status_created_at_id_idx" ON "reports"("status", "created_at", "id");
CREATE INDEX "reports_reporter_user_id_idx" ON "reports"("reporter_user_id");
CREATE UNIQUE INDEX "reports_story_id_reporter_user_id_key" ON "reports"("story_id", "reporter_user_id");
CREATE INDEX "reports_moderator_id_idx" ON "reports"("moderator_id");
CREATE INDEX "reports_assigned_to_idx" ON "reports"("assigned_to");
-- A machine reports a story once while it waits for a moderator.
CREATE UNIQUE INDEX reports_watched ON reports (story_id) WHERE watched IS NOT NULL AND status = 'pending';
-- The number of decided reports only grows: these find the last ones.
CREATE INDEX reports_handled ON reports (greatest(reviewing_at, decided_at));
CREATE INDEX reports_decided ON reports (status, decided_at, story_id) WHERE decided_at IS NOT NULL AND story_id IS NOT NULL;

-- A first story that its author takes back waits for no moderator either.
CREATE FUNCTION withdraw_first() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM reports WHERE story_id = OLD.id AND reason::text = 'first' AND status IN ('pending', 'reviewing');
  RETURN OLD;
END
$$;
CREATE TRIGGER stories_withdraw_first AFTER UPDATE ON stories FOR EACH ROW
  WHEN (OLD.waiting_since IS NOT NULL AND NEW.waiting_since IS NULL) EXECUTE FUNCTION withdraw_first();
CREATE TRIGGER stories_delete_first BEFORE DELETE ON stories FOR EACH ROW
  WHEN (OLD.waiting_since IS NOT NULL) EXECUTE FUNCTION withdraw_first();

-- The text of a deleted story stays in no report, and its title in no notice of its reporters. No moderator can decide a report on
-- it any more, so an open one is closed, and its reporter told.
CREATE FUNCTION forget_reported() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE public.notices SET subject = ''
    WHERE story_id = OLD.id AND kind IN ('report_hidden', 'report_kept', 'report_closed') AND subject <> '';
  -- An account that is being deleted is skipped: its deletion may wait for these reports.
  INSERT INTO public.notices (id, user_id, kind, target_id, subject, reason)
    SELECT gen_random_uuid(), u.id, 'report_closed', r.id, '', ''
    FROM public.reports r JOIN public.users u ON u.id = r.reporter_user_id
    WHERE r.story_id = OLD.id AND r.status IN ('pending', 'reviewing')
    FOR KEY SHARE OF u SKIP LOCKED;
  UPDATE public.reports SET title = NULL, transcript = NULL, tags = '{}', watched = NULL, watched_keys = '{}',
      reporter_network = NULL, reporter_device = NULL
    WHERE story_id = OLD.id;
  UPDATE public.reports SET status = 'resolved', decided_at = clock_timestamp(), moderator_id = NULL
    WHERE story_id = OLD.id AND status IN ('pending', 'reviewing');
  RETURN OLD;
END
$$;
CREATE TRIGGER stories_forget_reported_title BEFORE DELETE ON stories FOR EACH ROW EXECUTE FUNCTION forget_reported();

-- ### Watched words

CREATE TABLE "watched_lists" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "weight" INTEGER NOT NULL,
    "words" TEXT[],
    "digest" TEXT NOT NULL,
    "is_on" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tried_digest" TEXT,
    "trial" JSONB,
    "trial_at" TIMESTAMPTZ(3),
    "trial_story_id" UUID,

    CONSTRAINT "watched_lists_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "watched_lists_name" CHECK (char_length(name) BETWEEN 1 AND 50),
    CONSTRAINT "watched_lists_weight" CHECK (weight BETWEEN 1 AND 10),
    CONSTRAINT "watched_lists_words" CHECK (cardinality(words) BETWEEN 1 AND 10000),
    -- Nothing is switched on that was not tried.
    CONSTRAINT "watched_lists_tried" CHECK (NOT is_on OR tried_digest IS NOT DISTINCT FROM digest)
);
CREATE UNIQUE INDEX "watched_lists_name_key" ON "watched_lists"("name");

-- Queues a job in the transaction that changed what a story shows to all, unless one waits: the lock keeps a worker from that one
-- until the change can be read. Deferred, so that no transaction waits for another lock while it holds this one. The jobs are only
-- looked at while a list is on. The job finds out whether all hear the story.
CREATE FUNCTION queue_watching() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  story text := CASE WHEN TG_TABLE_NAME IN ('comments', 'corrections') THEN to_jsonb(NEW) ->> 'story_id' ELSE NEW.id::text END;
BEGIN
  IF NOT EXISTS (SELECT FROM watched_lists WHERE is_on) THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'profiles' THEN
    SELECT id::text INTO story FROM stories
      WHERE user_id = NEW.id AND published AND hidden_at IS NULL ORDER BY published_at DESC, id DESC LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  PERFORM FROM pgboss.job
    WHERE name = 'watch-story' AND state = 'created' AND data ->> 'storyId' = story LIMIT 1 FOR SHARE;
  IF NOT FOUND THEN PERFORM queue_job('watch-story', jsonb_build_object('storyId', story), 0, interval '0'); END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER stories_watch AFTER UPDATE OF title, tags, transcript, published, hidden_at, is_let_in ON stories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((NEW.published OR NEW.is_let_in) AND NEW.hidden_at IS NULL
    AND (OLD.title, OLD.tags, OLD.transcript, OLD.published, OLD.hidden_at, OLD.is_let_in)
      IS DISTINCT FROM (NEW.title, NEW.tags, NEW.transcript, NEW.published, NEW.hidden_at, NEW.is_let_in))
  EXECUTE FUNCTION queue_watching();
CREATE CONSTRAINT TRIGGER stories_watch_replies AFTER INSERT ON stories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.is_let_in) EXECUTE FUNCTION queue_watching();
CREATE CONSTRAINT TRIGGER comments_watch AFTER INSERT ON comments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION queue_watching();
-- A name is read with the newest story.
CREATE CONSTRAINT TRIGGER profiles_watch AFTER UPDATE OF username, full_name ON profiles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.username, OLD.full_name) IS DISTINCT FROM (NEW.username, NEW.full_name)) EXECUTE FUNCTION queue_watching();
CREATE CONSTRAINT TRIGGER corrections_watch AFTER INSERT OR UPDATE OF state ON corrections
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.headword IS NOT NULL AND NEW.state = 'accepted') EXECUTE FUNCTION queue_watching();

-- Only its author hears a reply while its story is away, so changes of that time are looked at once the story is back. Deferred,
-- and without the replies that a waiting job will look at, as in `queue_watching`.
CREATE FUNCTION queue_watching_replies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM watched_lists WHERE is_on) THEN RETURN NULL; END IF;
  PERFORM queue_job('watch-story', jsonb_build_object('storyId', r.id), 0, interval '0')
    FROM stories r LEFT JOIN (
      SELECT data ->> 'storyId' AS story FROM pgboss.job
      WHERE name = 'watch-story' AND state = 'created'
        AND data ->> 'storyId' IN (SELECT o.id::text FROM stories o WHERE o.origin_id = NEW.id)
      FOR SHARE
    ) AS waiting ON waiting.story = r.id::text
    WHERE r.origin_id = NEW.id AND r.is_let_in AND r.hidden_at IS NULL AND waiting.story IS NULL;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER stories_watch_returned AFTER UPDATE OF published, hidden_at ON stories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.published AND NEW.hidden_at IS NULL AND NOT (OLD.published AND OLD.hidden_at IS NULL))
  EXECUTE FUNCTION queue_watching_replies();

-- A machine does not report what an author takes back: no moderator could look at it, and a decision would let it come back
-- unseen.
CREATE FUNCTION withdraw_watched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reports WHERE story_id = OLD.id AND watched IS NOT NULL AND status IN ('pending', 'reviewing');
  RETURN OLD;
END $$;
CREATE TRIGGER stories_withdraw_watched AFTER UPDATE OF published, is_let_in, origin_id ON stories FOR EACH ROW
  WHEN ((OLD.published AND NOT NEW.published) OR (OLD.is_let_in AND NOT NEW.is_let_in)) EXECUTE FUNCTION withdraw_watched();
CREATE TRIGGER stories_delete_watched BEFORE DELETE ON stories FOR EACH ROW EXECUTE FUNCTION withdraw_watched();

-- No moderator can look at a reply while its story is away, so a machine no longer reports it, as in `withdraw_watched`.
-- `queue_watching_replies` has it looked at again.
CREATE FUNCTION withdraw_watched_replies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reports t USING stories r
    WHERE r.origin_id = NEW.id AND r.is_let_in AND r.hidden_at IS NULL
      AND t.story_id = r.id AND t.watched IS NOT NULL AND t.status IN ('pending', 'reviewing');
  RETURN NULL;
END $$;
CREATE TRIGGER stories_withdraw_watched_replies AFTER UPDATE OF published, hidden_at ON stories FOR EACH ROW
  WHEN (OLD.published AND OLD.hidden_at IS NULL AND NOT (NEW.published AND NEW.hidden_at IS NULL))
  EXECUTE FUNCTION withdraw_watched_replies();

-- ## Appeals

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
    "is_back" BOOLEAN,
    "appeal_key" TEXT,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notices_appeal_key" CHECK (appeal_key ~ '^[0-9a-f]{64}$')
);
CREATE UNIQUE INDEX "notices_appeal_key_key" ON "notices"("appeal_key");
CREATE INDEX "notices_user_id_created_at_id_idx" ON "notices"("user_id", "created_at" DESC, "id" DESC);
CREATE INDEX "notices_target_id_idx" ON "notices"("target_id");
CREATE INDEX "notices_story_id_idx" ON "notices"("story_id");
CREATE INDEX "notices_decided_by_id_idx" ON "notices"("decided_by_id");

CREATE TRIGGER notices_tell AFTER INSERT OR UPDATE OF read_at ON notices FOR EACH ROW
  EXECUTE FUNCTION tell_screens('news', 'user_id');

CREATE TABLE "appeals" (
    "id" UUID NOT NULL,
    "notice_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "status" "appeal_status" NOT NULL DEFAULT 'open',
    "note" TEXT,
    "decided_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "appeals_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "appeals_text" CHECK (char_length(text) <= 2000 AND NOT is_blank(text)),
    CONSTRAINT "appeals_decided" CHECK ((status <> 'open') = (decided_at IS NOT NULL))
);
CREATE UNIQUE INDEX "appeals_notice_id_key" ON "appeals"("notice_id");
CREATE INDEX "appeals_status_created_at_id_idx" ON "appeals"("status", "created_at", "id");
CREATE INDEX "appeals_decided_by_id_idx" ON "appeals"("decided_by_id");

CREATE TABLE "statements" (
    "id" UUID NOT NULL,
    "notice_id" UUID,
    "kind" "notice_kind" NOT NULL,
    "rule" "community_rule",
    "is_reported" BOOLEAN NOT NULL DEFAULT false,
    "by_machine" BOOLEAN NOT NULL DEFAULT false,
    "content_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "statements_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "statements_notice_id_key" ON "statements"("notice_id");
CREATE INDEX "statements_created_at_id_idx" ON "statements"("created_at", "id");

-- ## News

CREATE TABLE "news" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "news_kind" NOT NULL,
    "actor_id" UUID,
    "story_id" UUID,
    "comment_id" UUID,
    "votes" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "news_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "news_actor_id_idx" ON "news"("actor_id");
CREATE INDEX "news_story_id_idx" ON "news"("story_id");
CREATE INDEX "news_created_at_idx" ON "news" USING BRIN ("created_at");
CREATE UNIQUE INDEX "news_comment_id_user_id_key" ON "news"("comment_id", "user_id");
CREATE INDEX news_groups ON news (user_id, date_trunc('hour', created_at AT TIME ZONE 'UTC') DESC, kind, story_id);
CREATE INDEX news_unread ON news (user_id, created_at DESC) WHERE read_at IS NULL;
-- Following, leaving and following again is news once.
CREATE UNIQUE INDEX news_follow ON news (user_id, actor_id) WHERE kind = 'follow';
-- An answer is news once, however often it is shared and taken back.
CREATE UNIQUE INDEX news_answer ON news (user_id, story_id) WHERE kind = 'answer';

CREATE TRIGGER news_tell AFTER INSERT OR UPDATE OF read_at ON news FOR EACH ROW
  EXECUTE FUNCTION tell_screens('news', 'user_id');

-- The one place that decides whether a user is told of what another one did. `actor` is null for a visitor.
CREATE FUNCTION may_tell(person uuid, actor uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN person IS DISTINCT FROM actor
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = person AND b.blocked_id = actor
      AND (b.ends_at IS NULL OR b.ends_at > clock_timestamp()))
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = actor AND b.blocked_id = person AND b.kind = 'block');

-- Of the unread rows of one story and hour a hundred are kept, which are shown as one: a flood of comments does not fill the
-- table. Those of people who are blocked by now do not count.
CREATE FUNCTION tell_user(person uuid, what news_kind, actor uuid, story uuid, comment uuid, votes integer)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO news (id, user_id, kind, actor_id, story_id, comment_id, votes, created_at)
    SELECT gen_random_uuid(), person, what, actor, story, comment, votes, clock_timestamp()
    WHERE may_tell(person, actor) AND 100 > (SELECT count(*) FROM (
      SELECT FROM news n WHERE n.user_id = person AND n.kind = what AND n.story_id IS NOT DISTINCT FROM story
        AND date_trunc('hour', n.created_at AT TIME ZONE 'UTC') = date_trunc('hour', clock_timestamp() AT TIME ZONE 'UTC')
        AND n.read_at IS NULL AND may_tell(person, n.actor_id)
      LIMIT 100) AS waiting)
    ON CONFLICT DO NOTHING;
END $$;

-- Unread news that a reply was let in are deleted with the reply, and when it leaves its story, unless another reply of the same
-- author is still heard there.
CREATE FUNCTION forget_let_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM news n
    WHERE n.user_id = OLD.user_id AND n.story_id = OLD.origin_id AND n.kind = 'let_in' AND n.read_at IS NULL
      AND NOT EXISTS (SELECT FROM stories r WHERE r.origin_id = n.story_id AND r.user_id = n.user_id AND r.is_let_in);
  RETURN NULL;
END $$;
-- `stories_end_reply` changes `is_let_in` with the origin, so both are named.
CREATE TRIGGER stories_forget_let_in AFTER UPDATE OF is_let_in, origin_id ON stories FOR EACH ROW
  WHEN (OLD.is_let_in AND NOT NEW.is_let_in) EXECUTE FUNCTION forget_let_in();
CREATE TRIGGER stories_delete_let_in AFTER DELETE ON stories FOR EACH ROW
  WHEN (OLD.is_let_in) EXECUTE FUNCTION forget_let_in();

CREATE TABLE "push_subscriptions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");
CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions"("user_id");
CREATE INDEX "push_subscriptions_session_id_idx" ON "push_subscriptions"("session_id");

-- Queues a notification for each browser of a user. Those of a new story come by the thousand, and after those for one user.
CREATE FUNCTION queue_pushes(person uuid, push jsonb, after interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_job('send-push', push || jsonb_build_object('subscriptionId', s.id),
      CASE push ->> 'kind' WHEN 'story' THEN -1 ELSE 0 END, after)
    FROM push_subscriptions s WHERE s.user_id = person;
END $$;

-- Runs in the transaction that wrote the news. The job waits, so that what happens to one story meanwhile is one notification. The
-- table of the jobs is only looked at for a user who wants notifications.
CREATE FUNCTION push_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = NEW.user_id) THEN
    PERFORM queue_pushes(NEW.user_id, jsonb_build_object('kind', 'news', 'newsId', NEW.id), interval '5 seconds');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER push_news AFTER INSERT ON news FOR EACH ROW EXECUTE FUNCTION push_news();

CREATE TABLE "news_settings" (
    "user_id" UUID NOT NULL,
    "silenced" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "quiet_from" SMALLINT,
    "quiet_until" SMALLINT,
    "time_zone" TEXT NOT NULL,
    "digest" "digest_rhythm",
    "digest_due_at" TIMESTAMPTZ(3),
    "digested_at" TIMESTAMPTZ(3),

    CONSTRAINT "news_settings_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "news_settings_quiet" CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)
      AND quiet_from BETWEEN 0 AND 1439 AND quiet_until BETWEEN 0 AND 1439),
    CONSTRAINT "news_settings_digest" CHECK ((digest IS NULL) = (digest_due_at IS NULL)
      AND (digest IS NULL) = (digested_at IS NULL))
);
CREATE INDEX news_settings_due ON news_settings (digest_due_at) WHERE digest_due_at IS NOT NULL;

-- The next eight o'clock in the morning of a user, or that of the next Monday.
CREATE FUNCTION next_digest(rhythm digest_rhythm, zone text) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN (CASE rhythm
    WHEN 'daily' THEN date_trunc('day', clock_timestamp() AT TIME ZONE zone - interval '8 hours') + interval '1 day 8 hours'
    WHEN 'weekly' THEN date_trunc('week', clock_timestamp() AT TIME ZONE zone - interval '8 hours') + interval '7 days 8 hours'
  END) AT TIME ZONE zone;

-- ## Settings

CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" UUID,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- ## Admin

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
CREATE INDEX "moderation_log_created_at_id_idx" ON "moderation_log"("created_at", "id");
CREATE INDEX "moderation_log_actor_id_idx" ON "moderation_log"("actor_id");
CREATE INDEX "moderation_log_target_id_created_at_id_idx" ON "moderation_log"("target_id", "created_at", "id");

-- The log of moderation only grows. The one change it allows is that of its foreign key: to forget an actor whose account is
-- gone.
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

CREATE TABLE "register" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "things" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "register_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "register_created_at_id_idx" ON "register"("created_at", "id");

CREATE TABLE "space_use" (
    "day" DATE NOT NULL,
    "disk_used_bytes" BIGINT,
    "disk_bytes" BIGINT,
    "database_bytes" BIGINT NOT NULL,
    "users" INTEGER,
    "stories" INTEGER,
    "public_stories" INTEGER,
    "oldest_report_seconds" INTEGER,

    CONSTRAINT "space_use_pkey" PRIMARY KEY ("day")
);

-- ## Foreign keys
--
-- PostgreSQL follows those of one table in this order when a row is deleted.

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "comments" ADD CONSTRAINT "comments_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_fkey" FOREIGN KEY ("follower_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "follows" ADD CONSTRAINT "follows_following_id_fkey" FOREIGN KEY ("following_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "moderation_log" ADD CONSTRAINT "moderation_log_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_fkey" FOREIGN KEY ("id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "reports" ADD CONSTRAINT "reports_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_user_id_fkey" FOREIGN KEY ("reporter_user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "settings" ADD CONSTRAINT "settings_updated_by_fkey" FOREIGN KEY ("updated_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "stories" ADD CONSTRAINT "stories_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "recordings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "stories" ADD CONSTRAINT "stories_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "votes" ADD CONSTRAINT "votes_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "recordings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "reports" ADD CONSTRAINT "reports_moderator_id_fkey" FOREIGN KEY ("moderator_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "oauth_attempts" ADD CONSTRAINT "oauth_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "spent_ids" ADD CONSTRAINT "spent_ids_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "story_search" ADD CONSTRAINT "story_search_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "story_words" ADD CONSTRAINT "story_words_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "story_mp3s" ADD CONSTRAINT "story_mp3s_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "recordings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "upload_pieces" ADD CONSTRAINT "upload_pieces_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "uploads"("recording_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "reports" ADD CONSTRAINT "reports_assigned_to_fkey" FOREIGN KEY ("assigned_to") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_fkey" FOREIGN KEY ("blocker_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_fkey" FOREIGN KEY ("blocked_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "followed_tags" ADD CONSTRAINT "followed_tags_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "news" ADD CONSTRAINT "news_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "news" ADD CONSTRAINT "news_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "news" ADD CONSTRAINT "news_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "news" ADD CONSTRAINT "news_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_photo_id_fkey" FOREIGN KEY ("photo_id") REFERENCES "photos"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "photos" ADD CONSTRAINT "photos_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "listens" ADD CONSTRAINT "listens_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "listens" ADD CONSTRAINT "listens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "left_out" ADD CONSTRAINT "left_out_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "left_out" ADD CONSTRAINT "left_out_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "left_out" ADD CONSTRAINT "left_out_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "collections" ADD CONSTRAINT "collections_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "collection_stories" ADD CONSTRAINT "collection_stories_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "collection_stories" ADD CONSTRAINT "collection_stories_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "news_settings" ADD CONSTRAINT "news_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "questions" ADD CONSTRAINT "questions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "stories" ADD CONSTRAINT "stories_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "stories" ADD CONSTRAINT "stories_shared_with_id_fkey" FOREIGN KEY ("shared_with_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "statements" ADD CONSTRAINT "statements_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "stories" ADD CONSTRAINT "stories_origin_id_fkey" FOREIGN KEY ("origin_id") REFERENCES "stories"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_frozen_by_id_fkey" FOREIGN KEY ("frozen_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
