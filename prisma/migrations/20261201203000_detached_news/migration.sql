-- A story that is detached from the one that it replies to, or from the question that it answers, is news of neither, also if it
-- is public later.
CREATE FUNCTION forget_detached() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM news n WHERE n.story_id = OLD.id AND n.kind IN ('reply', 'answer');
  RETURN NULL;
END $$;
CREATE TRIGGER stories_forget_detached AFTER UPDATE OF origin_id, question_id ON stories FOR EACH ROW
  WHEN ((OLD.origin_kind = 'reply' AND OLD.origin_id IS NOT NULL AND NEW.origin_id IS NULL)
    OR (OLD.question_id IS NOT NULL AND NEW.question_id IS NULL))
  EXECUTE FUNCTION forget_detached();
