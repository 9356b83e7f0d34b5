-- CreateEnum
CREATE TYPE "commenters" AS ENUM ('anyone', 'members', 'followers', 'nobody');

-- AlterTable
ALTER TABLE "stories" ADD COLUMN     "commenters" "commenters" NOT NULL DEFAULT 'anyone';

-- A server of the version before reads and writes the switch alone. Off, it leaves a choice that is narrower.
CREATE FUNCTION keep_commenters() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.commenters IS DISTINCT FROM OLD.commenters THEN
    NEW.anonymous_comments := NEW.commenters::text = 'anyone';
  ELSIF NEW.anonymous_comments AND NOT OLD.anonymous_comments THEN
    NEW.commenters := 'anyone';
  ELSIF OLD.anonymous_comments AND NOT NEW.anonymous_comments THEN
    NEW.commenters := 'members';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER stories_commenters BEFORE UPDATE OF commenters, anonymous_comments ON stories
  FOR EACH ROW EXECUTE FUNCTION keep_commenters();
