-- Nobody but its author hears a reply while its story is away, so what they change meanwhile is looked at once the story is back.
-- Deferred, and without those that a waiting job will look at, as `queue_watching` does it.
CREATE FUNCTION queue_watching_replies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM watched_lists WHERE is_on) THEN RETURN NULL; END IF;
  PERFORM queue_job('watch-story', jsonb_build_object('storyId', r.id), 0, interval '0')
    FROM stories r LEFT JOIN (
      SELECT data ->> 'storyId' AS story FROM pgboss.job
      WHERE name = 'watch-story' AND state = 'created'
        AND data ->> 'storyId' IN (SELECT o.id::text FROM stories o WHERE o.origin_id = NEW.id)
      FOR SHARE
    ) AS waiting ON waiting.story = r.id::text
    WHERE r.origin_id = NEW.id AND r.is_let_in AND r.hidden_at IS NULL AND waiting.story IS NULL;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER stories_watch_returned AFTER UPDATE OF published, hidden_at ON stories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.published AND NEW.hidden_at IS NULL AND NOT (OLD.published AND OLD.hidden_at IS NULL))
  EXECUTE FUNCTION queue_watching_replies();
