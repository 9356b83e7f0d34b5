-- Trigrams find nothing that is shorter than three letters, and full scans of a million stories take seconds. Letters
-- and pairs of them are few enough to have an index of their own.

-- Every letter and every pair of letters of a text; some more than once, which an index does not mind.
CREATE FUNCTION search_grams(value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (
    SELECT array_agg(letter) || array_agg(letter || next)
    FROM (
      SELECT letter, coalesce(lead(letter) OVER (), '') AS next FROM unnest(string_to_array(value, NULL)) AS letter
    ) AS letters
  );

-- The grams that a text must have to contain what is searched: its pairs, or its only letter.
CREATE FUNCTION search_pairs(value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN ARRAY(SELECT substr(value, at, 2) FROM generate_series(1, greatest(char_length(value) - 1, 1)) AS at);

CREATE INDEX stories_grams ON stories USING gin (search_grams(folded_text)) WHERE published AND hidden_at IS NULL;
