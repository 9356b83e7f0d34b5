-- Nobody can look at a reply while its story is away, so a machine reports it no more, as `withdraw_watched` has it: a decision would let
-- it come back unseen. `queue_watching_replies` has it looked at again.
CREATE FUNCTION withdraw_watched_replies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reports t USING stories r
    WHERE r.origin_id = NEW.id AND r.is_let_in AND r.hidden_at IS NULL
      AND t.story_id = r.id AND t.watched IS NOT NULL AND t.status IN ('pending', 'reviewing');
  RETURN NULL;
END $$;
CREATE TRIGGER stories_withdraw_watched_replies AFTER UPDATE OF published, hidden_at ON stories FOR EACH ROW
  WHEN (OLD.published AND OLD.hidden_at IS NULL AND NOT (NEW.published AND NEW.hidden_at IS NULL))
  EXECUTE FUNCTION withdraw_watched_replies();
