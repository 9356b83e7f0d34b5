-- A block takes back what the two shared with each other alone, for good as it ends their follows. Stories are locked before blocks.
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
    PERFORM FROM stories s WHERE s.shared_with_id IN (blocker, blocked) AND s.user_id IN (blocker, blocked)
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
  FOR ended IN
    DELETE FROM follows f WHERE (f.follower_id, f.following_id) IN ((blocker, blocked), (blocked, blocker))
    RETURNING f.follower_id, f.following_id
  LOOP
    PERFORM count_follow(ended.follower_id, ended.following_id, -1);
  END LOOP;
END $$;
