-- AlterEnum
ALTER TYPE "report_reason" ADD VALUE 'first';

-- AlterTable
ALTER TABLE "profiles" ADD COLUMN     "let_in_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "stories" ADD COLUMN     "waiting_since" TIMESTAMPTZ(3);

-- An account is let in when a story of it is public first. A trigger, so that a version of the app that does not know the column keeps
-- it too.
CREATE FUNCTION keep_let_in() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.let_in_at := clock_timestamp();
  RETURN NEW;
END
$$;
CREATE TRIGGER profiles_let_in BEFORE UPDATE OF posts_count ON profiles FOR EACH ROW
  WHEN (NEW.posts_count > 0 AND OLD.let_in_at IS NULL) EXECUTE FUNCTION keep_let_in();

-- A story that is public waits for nobody. One that is hidden may: it was not let in.
ALTER TABLE stories ADD CONSTRAINT stories_waiting CHECK (waiting_since IS NULL OR NOT published OR hidden_at IS NOT NULL) NOT VALID;
CREATE FUNCTION end_waiting() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  NEW.waiting_since := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER stories_end_waiting BEFORE UPDATE OF published, hidden_at ON stories FOR EACH ROW
  WHEN (NEW.waiting_since IS NOT NULL AND NEW.published AND NEW.hidden_at IS NULL) EXECUTE FUNCTION end_waiting();

-- What its author takes back waits for no moderator either.
CREATE FUNCTION withdraw_first() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM reports WHERE story_id = OLD.id AND reason::text = 'first' AND status IN ('pending', 'reviewing');
  RETURN OLD;
END
$$;
CREATE TRIGGER stories_withdraw_first AFTER UPDATE ON stories FOR EACH ROW
  WHEN (OLD.waiting_since IS NOT NULL AND NEW.waiting_since IS NULL) EXECUTE FUNCTION withdraw_first();
CREATE TRIGGER stories_delete_first BEFORE DELETE ON stories FOR EACH ROW
  WHEN (OLD.waiting_since IS NOT NULL) EXECUTE FUNCTION withdraw_first();

-- What moderators decided on was not public, if it waited.
CREATE OR REPLACE FUNCTION keep_hidden_version() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.hidden_at IS NULL THEN
    NEW.hidden_version := NULL;
  ELSIF OLD.hidden_at IS NULL AND (OLD.published OR OLD.waiting_since IS NOT NULL
      OR (OLD.is_let_in AND is_heard_reply(NULL, OLD.origin_id, OLD.user_id, true))) THEN
    NEW.hidden_version := json_build_object('title', OLD.title, 'transcript', OLD.transcript, 'tags', OLD.tags);
  END IF;
  RETURN NEW;
END
$$;
