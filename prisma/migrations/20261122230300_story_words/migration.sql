-- The words of what public stories say. A story has a row only while it is public and has a transcript: what is private, hidden
-- or unpublished is in no index, so that neither results nor their number or time depend on it. A table of its own, because a
-- vote writes a new version of its story with entries in each of its indexes, and because the rows of story_search, which a
-- search for titles reads, are a tenth as long.
CREATE TABLE "story_words" (
    "story_id" UUID NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "story_words_pkey" PRIMARY KEY ("story_id")
);
ALTER TABLE "story_words" ADD CONSTRAINT "story_words_story_id_fkey"
  FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Without the list of pending entries, which every search would have to read.
CREATE INDEX story_words_words ON story_words USING gin (words) WITH (fastupdate = off);

-- A text as words of letters and digits with spaces between, so that the parser of PostgreSQL finds neither addresses nor
-- compounds in it, and the position of a word is its number. The app splits texts by the same letters: see search-terms.ts. The
-- dictionary drops acute accents by itself. Without accents altogether, 'año' would be 'ano' and stop words would be indexed.
CREATE FUNCTION spoken_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(
    lower(regexp_replace(
      CASE WHEN value IS NFC NORMALIZED THEN value ELSE normalize(value, NFC) END,
      U&'[^ 0-9A-Za-z\00AA\00B5\00BA\00C0-\00D6\00D8-\00F6\00F8-\02AF\0370-\1FFF\3041-\D7FF]+', ' ', 'g'
    )),
    'ü', 'u'
  );

CREATE FUNCTION spoken_words(value text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN to_tsvector('pg_catalog.spanish'::regconfig, public.spoken_text(value));

CREATE FUNCTION set_story_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.published AND NEW.hidden_at IS NULL AND NEW.transcript <> '' THEN
    INSERT INTO public.story_words AS kept (story_id, words) VALUES (NEW.id, public.spoken_words(NEW.transcript))
    ON CONFLICT (story_id) DO UPDATE SET words = excluded.words WHERE kept.words <> excluded.words;
  ELSIF TG_OP = 'UPDATE' THEN
    DELETE FROM public.story_words WHERE story_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
-- Votes and comments name none of these columns.
CREATE TRIGGER stories_words AFTER INSERT OR UPDATE OF transcript, published, hidden_at ON stories
  FOR EACH ROW EXECUTE FUNCTION set_story_words();
ALTER TABLE stories ENABLE ALWAYS TRIGGER stories_words;

-- The stories that were there before get their words in the background, in the order of their ids: to do it here would keep all
-- others from being written for minutes. One row with the last id that is done, and none when all are.
CREATE TABLE "story_words_backlog" (
    "after" UUID NOT NULL,

    CONSTRAINT "story_words_backlog_pkey" PRIMARY KEY ("after")
);
INSERT INTO story_words_backlog SELECT '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM stories);

-- Gives the next stories their words, and returns whether there may be more. Their rows are locked meanwhile: a story that is
-- being unpublished is left out, and one that is unpublished afterwards loses its words. A lock that takes long is given up
-- before PostgreSQL would look for a deadlock, and the batch is repeated.
CREATE FUNCTION fill_story_words(most integer) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
DECLARE
  place uuid;
  last uuid;
BEGIN
  SELECT after INTO place FROM story_words_backlog FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT id INTO last FROM (SELECT id FROM stories WHERE id > place ORDER BY id LIMIT most) AS batch
    ORDER BY id DESC LIMIT 1;
  IF last IS NULL THEN
    DELETE FROM story_words_backlog;
    RETURN false;
  END IF;
  INSERT INTO story_words (story_id, words)
    SELECT id, spoken_words(transcript) FROM (
      SELECT id, transcript FROM stories
      WHERE id > place AND id <= last AND published AND hidden_at IS NULL AND transcript <> ''
      ORDER BY id FOR SHARE
    ) AS batch
    ON CONFLICT (story_id) DO NOTHING;
  UPDATE story_words_backlog SET after = last;
  RETURN true;
END
$$;
