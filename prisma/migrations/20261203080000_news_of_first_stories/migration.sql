-- The approval of a first story is news of the same kind, by nobody, and stays with that story whatever becomes of its replies.
CREATE OR REPLACE FUNCTION forget_let_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM news n
    WHERE n.user_id = OLD.user_id AND n.story_id = OLD.origin_id AND n.kind = 'let_in' AND n.actor_id IS NOT NULL
      AND n.read_at IS NULL
      AND NOT EXISTS (SELECT FROM stories r WHERE r.origin_id = n.story_id AND r.user_id = n.user_id AND r.is_let_in);
  RETURN NULL;
END $$;
