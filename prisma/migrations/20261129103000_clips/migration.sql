-- AlterTable
ALTER TABLE "stories" ADD COLUMN "clips" BOOLEAN NOT NULL DEFAULT true;

DROP TRIGGER stories_updated_at ON stories;
CREATE TRIGGER stories_updated_at BEFORE UPDATE OF title, transcript, transcript_words, tags, published, hidden_at, anonymous_comments,
    clips
  ON stories FOR EACH ROW EXECUTE FUNCTION set_updated_at();
