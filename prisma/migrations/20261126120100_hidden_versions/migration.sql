-- What moderators see of a hidden story: the version that was public when it was hidden. A trigger, so that a version of the app
-- that does not know the column keeps it too.
ALTER TABLE "stories" ADD COLUMN "hidden_version" JSONB;

CREATE FUNCTION keep_hidden_version() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.hidden_at IS NULL THEN
    NEW.hidden_version := NULL;
  ELSIF OLD.hidden_at IS NULL AND OLD.published THEN
    NEW.hidden_version := json_build_object('title', OLD.title, 'transcript', OLD.transcript, 'tags', OLD.tags);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER stories_hidden_version BEFORE UPDATE OF hidden_at ON stories FOR EACH ROW
  WHEN (OLD.hidden_at IS DISTINCT FROM NEW.hidden_at) EXECUTE FUNCTION keep_hidden_version();
