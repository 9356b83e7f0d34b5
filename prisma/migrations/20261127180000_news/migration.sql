-- CreateEnum
CREATE TYPE "news_kind" AS ENUM ('comment', 'mention', 'votes', 'follow', 'transcript');

-- AlterTable
ALTER TABLE "follows" ADD COLUMN     "read_until" TIMESTAMPTZ(3),
ADD COLUMN     "told_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "stories" ADD COLUMN     "told_votes" INTEGER;
-- Apart, so that it stays null for the stories of before: the votes that they have are no news.
ALTER TABLE "stories" ALTER COLUMN "told_votes" SET DEFAULT 0;

-- CreateTable
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

-- CreateIndex
CREATE INDEX "news_actor_id_idx" ON "news"("actor_id");

-- CreateIndex
CREATE INDEX "news_story_id_idx" ON "news"("story_id");

-- CreateIndex
CREATE INDEX "news_created_at_idx" ON "news" USING BRIN ("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "news_comment_id_user_id_key" ON "news"("comment_id", "user_id");

-- AddForeignKey
ALTER TABLE "news" ADD CONSTRAINT "news_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "news" ADD CONSTRAINT "news_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "news" ADD CONSTRAINT "news_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "news" ADD CONSTRAINT "news_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.
CREATE INDEX news_groups ON news (user_id, date_trunc('hour', created_at AT TIME ZONE 'UTC') DESC, kind, story_id);
CREATE INDEX news_unread ON news (user_id, created_at DESC) WHERE read_at IS NULL;
-- Who follows, leaves and follows again is news once.
CREATE UNIQUE INDEX news_follow ON news (user_id, actor_id) WHERE kind = 'follow';
CREATE INDEX follows_told ON follows (follower_id) WHERE told_since IS NOT NULL;

-- The one place that decides whether a person is told of what another did, whom they may block or mute. The other is null for a
-- visitor.
CREATE FUNCTION may_tell(person uuid, actor uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN person IS DISTINCT FROM actor
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = person AND b.blocked_id = actor
      AND (b.ends_at IS NULL OR b.ends_at > clock_timestamp()))
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = actor AND b.blocked_id = person AND b.kind = 'block');

-- Of the unread rows of one story and hour a hundred are kept, which are shown as one: a flood of comments does not fill the
-- table. Those of people who are blocked by now do not count. Runs as its owner, because the role of a server that is being replaced has no right to the new table.
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

-- The writes of before, which now tell.
CREATE OR REPLACE FUNCTION cast_vote(voter uuid, story uuid, wish vote_direction,
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

-- With an argument more, which a server of the version before does not name.
DROP FUNCTION add_comment(uuid, uuid, uuid, text, text, integer);
CREATE FUNCTION add_comment(comment_id uuid, story uuid, author uuid, shown_name text, words text,
  same_again_seconds integer, mentions text[] DEFAULT '{}',
  OUT refusal text, OUT is_new boolean, OUT id uuid, OUT story_id uuid, OUT story_user_id uuid, OUT user_id uuid,
  OUT username text, OUT photo uuid, OUT content text, OUT author_name text, OUT created_at timestamptz)
  LANGUAGE plpgsql AS $$
DECLARE
  author_role role;
  is_suspended boolean;
  is_visible boolean;
  is_open boolean;
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
  SELECT s.user_id, s.anonymous_comments, s.published AND s.hidden_at IS NULL, may_see_story(author, author_role, s.user_id, s.published, s.hidden_at)
      AND (author IS NULL OR NOT are_blocked(author, s.user_id))
    INTO story_author, is_open, is_public, is_visible
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
  IF FOUND THEN
    PERFORM count_follow(follower, followed, 1);
    PERFORM tell_user(followed, 'follow', follower, NULL, NULL, NULL);
  END IF;
END $$;
