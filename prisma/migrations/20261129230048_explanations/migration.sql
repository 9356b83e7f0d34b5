-- AlterTable
ALTER TABLE "corrections" ADD COLUMN     "headword" TEXT,
ADD COLUMN     "headword_key" TEXT COLLATE "C",
ADD COLUMN     "regions" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- What Prisma cannot express.
ALTER TABLE corrections
  -- limits.explanations
  ADD CONSTRAINT corrections_explains CHECK (CASE WHEN headword IS NULL
    THEN headword_key IS NULL AND cardinality(regions) = 0
    ELSE headword_key IS NOT NULL AND char_length(headword) BETWEEN 1 AND 50 AND char_length(said) <= 120
      AND cardinality(regions) BETWEEN 1 AND 3 END);
DROP INDEX corrections_open;
CREATE UNIQUE INDEX corrections_open ON corrections (story_id, user_id, start_ms, end_ms, (headword IS NULL)) WHERE state = 'open';
CREATE INDEX corrections_glossary ON corrections (headword_key, id) WHERE state = 'accepted' AND headword IS NOT NULL;

-- Also for an explanation that shows from now on.
CREATE OR REPLACE FUNCTION queue_watching() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  story text := CASE WHEN TG_TABLE_NAME IN ('comments', 'corrections') THEN to_jsonb(NEW) ->> 'story_id' ELSE NEW.id::text END;
BEGIN
  IF NOT EXISTS (SELECT FROM watched_lists WHERE is_on) THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'profiles' THEN
    SELECT id::text INTO story FROM stories
      WHERE user_id = NEW.id AND published AND hidden_at IS NULL ORDER BY published_at DESC, id DESC LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  PERFORM FROM pgboss.job
    WHERE name = 'watch-story' AND state = 'created' AND data ->> 'storyId' = story LIMIT 1 FOR SHARE;
  IF NOT FOUND THEN PERFORM queue_job('watch-story', jsonb_build_object('storyId', story), 0, interval '0'); END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER corrections_watch AFTER INSERT OR UPDATE OF state ON corrections
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.headword IS NOT NULL AND NEW.state = 'accepted') EXECUTE FUNCTION queue_watching();
