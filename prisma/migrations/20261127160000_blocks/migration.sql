-- CreateEnum
CREATE TYPE "block_kind" AS ENUM ('block', 'mute');

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "muted_words" TEXT[] DEFAULT ARRAY[]::TEXT[],
    ADD CONSTRAINT "users_muted_words_check" CHECK (cardinality("muted_words") <= 100);

-- CreateTable
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

-- CreateIndex
CREATE INDEX "blocks_blocked_id_blocker_id_idx" ON "blocks"("blocked_id", "blocker_id");

-- AddForeignKey
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_fkey" FOREIGN KEY ("blocker_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_fkey" FOREIGN KEY ("blocked_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A block takes stories and comments away from both.
CREATE TRIGGER blocks_count_block AFTER INSERT OR UPDATE OF kind ON blocks FOR EACH ROW WHEN (NEW.kind = 'block')
  EXECUTE FUNCTION count_removal();

-- Mirrors `isBlockedWith` of packages/api/src/blocks/queries.ts. Runs as its owner, because the role of a server that is being
-- replaced, which votes and comments too, has no right to the new table.
CREATE FUNCTION are_blocked(one uuid, other uuid) RETURNS boolean LANGUAGE plpgsql STABLE
  SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  RETURN EXISTS (SELECT FROM public.blocks b WHERE b.blocker_id = one AND b.blocked_id = other AND b.kind = 'block')
    OR EXISTS (SELECT FROM public.blocks b WHERE b.blocker_id = other AND b.blocked_id = one AND b.kind = 'block');
END $$;

-- Blocks a user, or mutes them for some days or, without a number, for good; repeating it changes nothing. A mute does not
-- weaken a block, which another tab may have made. A block ends the follows in both directions.
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
  FOR ended IN
    DELETE FROM follows f WHERE (f.follower_id, f.following_id) IN ((blocker, blocked), (blocked, blocker))
    RETURNING f.follower_id, f.following_id
  LOOP
    PERFORM count_follow(ended.follower_id, ended.following_id, -1);
  END LOOP;
END $$;

-- The writes that a block refuses, as before but for it.
CREATE OR REPLACE FUNCTION cast_vote(voter uuid, story uuid, wish vote_direction,
  OUT refusal text, OUT upvotes integer, OUT downvotes integer)
  LANGUAGE plpgsql AS $$
DECLARE
  voter_role role;
  is_suspended boolean;
  is_visible boolean;
  before vote_direction;
BEGIN
  -- A concurrent suspension or deletion of the account waits for this write, or is seen by it.
  SELECT u.role, u.suspended_at IS NOT NULL INTO voter_role, is_suspended
    FROM users u WHERE u.id = voter FOR SHARE;
  refusal := CASE WHEN NOT FOUND THEN 'UNAUTHENTICATED' WHEN is_suspended THEN 'ACCOUNT_SUSPENDED' END;
  IF refusal IS NOT NULL THEN RETURN; END IF;

  -- Every vote locks the story before its own row, so that concurrent votes wait in one order and each sees the counters of
  -- the one before.
  SELECT s.upvotes, s.downvotes, may_see_story(voter, voter_role, s.user_id, s.published, s.hidden_at)
      AND NOT are_blocked(voter, s.user_id)
    INTO upvotes, downvotes, is_visible
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
  -- The row is locked, so nobody has changed the counters since they were read.
  UPDATE stories s SET upvotes = cast_vote.upvotes, downvotes = cast_vote.downvotes,
    score = cast_vote.upvotes - cast_vote.downvotes
    WHERE s.id = story;
END $$;

CREATE OR REPLACE FUNCTION add_comment(comment_id uuid, story uuid, author uuid, shown_name text, words text,
  same_again_seconds integer,
  OUT refusal text, OUT is_new boolean, OUT id uuid, OUT story_id uuid, OUT story_user_id uuid, OUT user_id uuid,
  OUT username text, OUT content text, OUT author_name text, OUT created_at timestamptz)
  LANGUAGE plpgsql AS $$
DECLARE
  author_role role;
  is_suspended boolean;
  is_visible boolean;
  is_open boolean;
BEGIN
  is_new := false;
  IF author IS NOT NULL THEN
    SELECT u.role, u.suspended_at IS NOT NULL INTO author_role, is_suspended
      FROM users u WHERE u.id = author FOR SHARE;
    refusal := CASE WHEN NOT FOUND THEN 'UNAUTHENTICATED' WHEN is_suspended THEN 'ACCOUNT_SUSPENDED' END;
    IF refusal IS NOT NULL THEN RETURN; END IF;
  END IF;

  -- Serializes the comment with unpublishing, hiding and deleting the story, and with its other comments.
  SELECT s.anonymous_comments, may_see_story(author, author_role, s.user_id, s.published, s.hidden_at)
      AND (author IS NULL OR NOT are_blocked(author, s.user_id))
    INTO is_open, is_visible
    FROM stories s WHERE s.id = story FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT is_visible THEN
    refusal := 'STORY_NOT_FOUND';
    RETURN;
  END IF;

  -- A repeated call is answered even if the comment could not be added now.
  IF NOT EXISTS (SELECT FROM comments c WHERE c.id = comment_id) THEN
    IF author IS NULL AND NOT is_open THEN
      refusal := 'COMMENTS_MEMBERS_ONLY';
      RETURN;
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
    END IF;
  END IF;

  SELECT c.id, c.story_id, s.user_id, c.user_id, p.username::text, c.content, c.author_name, c.created_at
    INTO id, story_id, story_user_id, user_id, username, content, author_name, created_at
    FROM comments c JOIN stories s ON s.id = c.story_id LEFT JOIN profiles p ON p.id = c.user_id
    WHERE c.id = comment_id;
  IF NOT FOUND THEN refusal := 'COMMENT_NOT_FOUND'; END IF;
END $$;

CREATE OR REPLACE FUNCTION follow_user(follow_id uuid, follower uuid, followed uuid, OUT refusal text) LANGUAGE plpgsql AS $$
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
  IF FOUND THEN PERFORM count_follow(follower, followed, 1); END IF;
END $$;
