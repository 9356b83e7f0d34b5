-- A connection that was opened while others could see a story ends when they no longer can, and announces no later comment.
CREATE TRIGGER stories_tell_end AFTER UPDATE OF published, hidden_at ON stories FOR EACH ROW
  WHEN (OLD.published AND OLD.hidden_at IS NULL AND NOT (NEW.published AND NEW.hidden_at IS NULL))
  EXECUTE FUNCTION tell_screens('ended', 'id');
