-- CreateEnum
CREATE TYPE "story_origin" AS ENUM ('reply', 'grown');

-- CreateEnum
CREATE TYPE "story_replies" AS ENUM ('open', 'first', 'closed');

-- AlterEnum
ALTER TYPE "news_kind" ADD VALUE 'reply';

-- AlterTable
ALTER TABLE "stories" ADD COLUMN     "is_let_in" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "origin_id" UUID,
ADD COLUMN     "origin_kind" "story_origin",
ADD COLUMN     "replies" "story_replies" NOT NULL DEFAULT 'open';

-- AddForeignKey
-- Checked later, because that reads every story, and the columns that come with this keep all others from the table.
ALTER TABLE "stories" ADD CONSTRAINT "stories_origin_id_fkey" FOREIGN KEY ("origin_id") REFERENCES "stories"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- What Prisma cannot express.
ALTER TABLE stories
  ADD CONSTRAINT stories_origin_kind CHECK (origin_id IS NULL OR (origin_kind IS NOT NULL AND origin_id <> id)) NOT VALID,
  ADD CONSTRAINT stories_reply CHECK (origin_kind IS DISTINCT FROM 'reply' OR (NOT published AND shared_with_id IS NULL)) NOT VALID,
  ADD CONSTRAINT stories_let_in CHECK (NOT is_let_in OR origin_kind IS NOT DISTINCT FROM 'reply') NOT VALID;

-- A story grows from one that is there already, and later from nothing else: so there are no circles.
CREATE FUNCTION keep_origin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the origin of a story does not change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER stories_keep_origin BEFORE UPDATE OF origin_id, origin_kind ON stories FOR EACH ROW
  WHEN ((NEW.origin_id IS NOT NULL AND NEW.origin_id IS DISTINCT FROM OLD.origin_id)
    OR (NEW.origin_kind IS NOT NULL AND NEW.origin_kind IS DISTINCT FROM OLD.origin_kind))
  EXECUTE FUNCTION keep_origin();

-- A reply whose tie has ended is let in to nothing. One that is hidden was, which its moderators need to know.
CREATE FUNCTION end_reply() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.is_let_in := false;
  RETURN NEW;
END $$;
CREATE TRIGGER stories_end_reply BEFORE UPDATE OF origin_id ON stories FOR EACH ROW
  WHEN (NEW.is_let_in AND NEW.origin_id IS NULL AND NEW.hidden_at IS NULL) EXECUTE FUNCTION end_reply();

-- Whether a user, or a visitor, may hear a reply that is not hidden: as long as its story is public, and no block parts its author from
-- that of the story, or the user from the latter. One that is not let in is for the two authors. A function, as `asked_of` is.
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

-- A reply that leaves its thread is taken away too, also from the two who hear one that waits, and so is the line of a story that grew.
DROP TRIGGER stories_count_removal ON stories;
CREATE TRIGGER stories_count_removal AFTER UPDATE OF published, hidden_at, shared_with_id, is_let_in, origin_id ON stories FOR EACH ROW
  WHEN (OLD.hidden_at IS NULL AND (
    (OLD.published AND NOT (NEW.published AND NEW.hidden_at IS NULL))
    OR (OLD.origin_id IS NOT NULL AND NEW.origin_id IS NULL)
    OR (OLD.origin_kind = 'reply' AND (NEW.hidden_at IS NOT NULL OR (OLD.is_let_in AND NOT NEW.is_let_in)))
    OR (OLD.shared_with_id IS NOT NULL
      AND NOT (NEW.hidden_at IS NULL AND (NEW.published OR NEW.shared_with_id IS NOT DISTINCT FROM OLD.shared_with_id)))))
  EXECUTE FUNCTION count_removal();

-- Watched words are looked for in what all hear: the job finds out whether that is so.
DROP TRIGGER stories_watch ON stories;
CREATE CONSTRAINT TRIGGER stories_watch AFTER UPDATE OF title, tags, transcript, published, hidden_at, is_let_in ON stories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((NEW.published OR NEW.is_let_in) AND NEW.hidden_at IS NULL
    AND (OLD.title, OLD.tags, OLD.transcript, OLD.published, OLD.hidden_at, OLD.is_let_in)
      IS DISTINCT FROM (NEW.title, NEW.tags, NEW.transcript, NEW.published, NEW.hidden_at, NEW.is_let_in))
  EXECUTE FUNCTION queue_watching();
CREATE CONSTRAINT TRIGGER stories_watch_replies AFTER INSERT ON stories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.is_let_in) EXECUTE FUNCTION queue_watching();
DROP TRIGGER stories_withdraw_watched ON stories;
CREATE TRIGGER stories_withdraw_watched AFTER UPDATE OF published, is_let_in, origin_id ON stories FOR EACH ROW
  WHEN ((OLD.published AND NOT NEW.published) OR (OLD.is_let_in AND NOT NEW.is_let_in)) EXECUTE FUNCTION withdraw_watched();

-- A block ends what ties a story of one of the two to one of the other, for good, as it takes back what they shared.
CREATE OR REPLACE FUNCTION block_user(blocker uuid, blocked uuid, wish block_kind, days integer, most integer, OUT refusal text)
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
