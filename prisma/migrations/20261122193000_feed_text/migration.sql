-- What the start of the feed is searched in, beside the order of the feed in one index: 20,000 stories are a few hundred
-- pages to read instead of 20,000 places in the table. A column by itself, because a generated one would rewrite the table
-- while nobody can read it. Null if it is unknown (a story that was not changed since) or does not suit: an index holds no
-- long values, and with a line break in it a title could pass for a tag. Such a story is looked up in story_search.
ALTER TABLE stories ADD COLUMN feed_text text;

-- The folded title, and each folded tag on a line of its own. Every line is ended, so that a tag is found as a whole line.
CREATE FUNCTION feed_text(title text, tags text[]) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (
    SELECT CASE
      WHEN octet_length(lines) <= 1500
        AND char_length(lines) - char_length(replace(lines, E'\n', '')) = cardinality(tags) + 1
      THEN lines
    END
    FROM (SELECT public.search_fold(array_to_string(title || tags, E'\n') || E'\n') AS lines) AS folded
  );

CREATE FUNCTION set_feed_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.feed_text := public.feed_text(NEW.title, NEW.tags);
  RETURN NEW;
END
$$;
CREATE TRIGGER stories_feed_text BEFORE INSERT OR UPDATE OF title, tags ON stories
  FOR EACH ROW EXECUTE FUNCTION set_feed_text();
-- Also for stories that are loaded as a replica loads them: a search must find those too.
ALTER TABLE stories ENABLE ALWAYS TRIGGER stories_feed_text;
