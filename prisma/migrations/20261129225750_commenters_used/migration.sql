-- Once all stories have the choice.
DROP TRIGGER stories_updated_at ON stories;
CREATE TRIGGER stories_updated_at BEFORE UPDATE OF title, transcript, transcript_words, tags, published, hidden_at, anonymous_comments,
    commenters, clips
  ON stories FOR EACH ROW EXECUTE FUNCTION set_updated_at();

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
