-- A condition with clock_timestamp() can use no index, because PostgreSQL takes that time anew for each row: the search for the
-- same comment read all comments of the story, and that for the news of an hour all news of a person. A function with it is also
-- not written into its caller.

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
  DELETE FROM blocks b WHERE b.blocker_id = blocker AND b.ends_at <= statement_timestamp();
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

CREATE OR REPLACE FUNCTION add_comment(comment_id uuid, story uuid, author uuid, shown_name text, words text,
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
        AND c.content = words AND c.created_at > statement_timestamp() - make_interval(secs => same_again_seconds))
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

CREATE OR REPLACE FUNCTION may_tell(person uuid, actor uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN person IS DISTINCT FROM actor
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = person AND b.blocked_id = actor
      AND (b.ends_at IS NULL OR b.ends_at > statement_timestamp()))
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = actor AND b.blocked_id = person AND b.kind = 'block');

CREATE OR REPLACE FUNCTION tell_user(person uuid, what news_kind, actor uuid, story uuid, comment uuid, votes integer)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO news (id, user_id, kind, actor_id, story_id, comment_id, votes, created_at)
    SELECT gen_random_uuid(), person, what, actor, story, comment, votes, clock_timestamp()
    WHERE may_tell(person, actor) AND 100 > (SELECT count(*) FROM (
      SELECT FROM news n WHERE n.user_id = person AND n.kind = what AND n.story_id IS NOT DISTINCT FROM story
        AND date_trunc('hour', n.created_at AT TIME ZONE 'UTC') = date_trunc('hour', statement_timestamp() AT TIME ZONE 'UTC')
        AND n.read_at IS NULL AND may_tell(person, n.actor_id)
      LIMIT 100) AS waiting)
    ON CONFLICT DO NOTHING;
END $$;
