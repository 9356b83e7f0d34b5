-- The searched texts leave the table of the stories. A vote writes a new version of its story, and with it entries of every
-- index: for search alone some hundred letters, pairs and trigrams that have not changed. Here only a new title or new tags
-- write. Nothing below keeps the stories from being read; changes to them wait until the end.
CREATE TABLE "story_search" (
    "story_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "tags" TEXT[],

    CONSTRAINT "story_search_pkey" PRIMARY KEY ("story_id")
);
ALTER TABLE "story_search" ADD CONSTRAINT "story_search_story_id_fkey"
  FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE story_search ALTER COLUMN tags SET NOT NULL;

CREATE FUNCTION set_story_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.story_search AS kept (story_id, text, tags)
  VALUES (NEW.id, NEW.folded_text, NEW.folded_tags)
  ON CONFLICT (story_id) DO UPDATE SET text = excluded.text, tags = excluded.tags
  WHERE (kept.text, kept.tags) IS DISTINCT FROM (excluded.text, excluded.tags);
  RETURN NULL;
END
$$;
CREATE TRIGGER stories_search_text AFTER INSERT OR UPDATE OF title, tags ON stories
  FOR EACH ROW EXECUTE FUNCTION set_story_search();
ALTER TABLE stories ENABLE ALWAYS TRIGGER stories_search_text;

INSERT INTO story_search (story_id, text, tags) SELECT id, folded_text, folded_tags FROM stories ORDER BY id;

-- Without the list of pending entries, which every search would have to read. Stories are saved rarely.
CREATE INDEX story_search_text ON story_search USING gin (text gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX story_search_grams ON story_search USING gin (search_grams(text)) WITH (fastupdate = off);
CREATE INDEX story_search_tags ON story_search USING gin (tags) WITH (fastupdate = off);
ALTER TABLE story_search ALTER COLUMN text SET STATISTICS 500;

-- The start of the feed gets its texts now; the rest when it changes.
UPDATE stories SET title = title WHERE id IN (
  SELECT id FROM stories WHERE published AND hidden_at IS NULL
  ORDER BY score DESC, created_at DESC, id DESC LIMIT 25000
);
CREATE INDEX stories_feed_next ON stories (score DESC, created_at DESC, id DESC) INCLUDE (feed_text)
  WHERE published AND hidden_at IS NULL;

-- The pattern with which LIKE finds a text as a part of a folded one.
CREATE FUNCTION search_pattern(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '%' || regexp_replace(public.search_fold(value), '([\\%_])', '\\\1', 'g') || '%';

-- The patterns with which LIKE finds one of these tags as a whole line of a feed_text. None of its tags has a line break.
CREATE FUNCTION search_lines(tags text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(
    SELECT public.search_pattern(E'\n' || tag || E'\n') FROM unnest(tags) AS tag WHERE position(E'\n' IN tag) = 0
  );

ANALYZE story_search;
