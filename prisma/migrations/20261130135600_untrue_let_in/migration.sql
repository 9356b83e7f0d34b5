-- Whoever ends the tie of a reply, or deletes it: what its author has not read of being let in is true no more, unless another reply of
-- theirs is still heard there.
CREATE FUNCTION forget_let_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM news n
    WHERE n.user_id = OLD.user_id AND n.story_id = OLD.origin_id AND n.kind = 'let_in' AND n.read_at IS NULL
      AND NOT EXISTS (SELECT FROM stories r WHERE r.origin_id = n.story_id AND r.user_id = n.user_id AND r.is_let_in);
  RETURN NULL;
END $$;
-- A trigger of before takes `is_let_in` away with the origin, so both are named.
CREATE TRIGGER stories_forget_let_in AFTER UPDATE OF is_let_in, origin_id ON stories FOR EACH ROW
  WHEN (OLD.is_let_in AND NOT NEW.is_let_in) EXECUTE FUNCTION forget_let_in();
CREATE TRIGGER stories_delete_let_in AFTER DELETE ON stories FOR EACH ROW
  WHEN (OLD.is_let_in) EXECUTE FUNCTION forget_let_in();
