-- Writes that check, lock and count in one call. Inside a function each statement sees what was committed before it began,
-- so that it sees what the transaction waited for at a lock: the order of locks and the checks are those of a transaction of
-- several statements. `refusal` is an error code of the contract; a refused call has written nothing.

-- Mirrors `canSee` of packages/api/src/stories/policy.ts, without the reviews of reports, which do not allow writes.
CREATE FUNCTION may_see_story(viewer uuid, viewer_role role, owner uuid, published boolean, hidden_at timestamptz)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (published AND hidden_at IS NULL)
    OR COALESCE(owner = viewer, false)
    OR (published AND COALESCE(viewer_role IN ('moderator', 'administrator'), false));

-- Sets the vote of a user; null removes it.
CREATE FUNCTION cast_vote(voter uuid, story uuid, wish vote_direction,
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

-- Adds a comment of a user, or of a visitor if `author` is null, and returns the comment of this id: the new one, or the one
-- that an earlier call added.
CREATE FUNCTION add_comment(comment_id uuid, story uuid, author uuid, shown_name text, words text,
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

-- Follows a user with a public profile; repeating it changes nothing.
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
  END;
  IF refusal IS NOT NULL THEN RETURN; END IF;
  INSERT INTO follows (id, follower_id, following_id) VALUES (follow_id, follower, followed) ON CONFLICT DO NOTHING;
  IF FOUND THEN PERFORM count_follow(follower, followed, 1); END IF;
END $$;

-- Unfollows a user; does nothing if they are not followed.
CREATE FUNCTION unfollow_user(follower uuid, followed uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM follows WHERE follower_id = follower AND following_id = followed;
  IF FOUND THEN PERFORM count_follow(follower, followed, -1); END IF;
END $$;
