-- One index for terms of any length, in place of trigrams beside letters and their pairs: smaller, and a word or phrase is
-- looked up by few entries, each rarer than its trigrams. While it is built no story gets a new title or new tags.

-- The four characters from each one on: a part of a text begins one of them or, from four characters on, consists of them.
CREATE FUNCTION search_pieces(value text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT array_to_tsvector(array_agg(substr(value, at, 4))) FROM generate_series(1, char_length(value)) AS at);

-- What the pieces of a text must have to contain each of these terms: start, middle and end of each, of three and more the
-- starts, which are enough. Null if nothing is left of them.
CREATE FUNCTION search_sought(terms text[]) RETURNS tsquery
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (
    SELECT string_agg('''' || regexp_replace(piece, '([\\''])', '\1\1', 'g')
      || CASE WHEN char_length(piece) < 4 THEN ''':*' ELSE '''' END, ' & ')::tsquery
    FROM (SELECT public.search_fold(term) AS term FROM unnest(terms) AS term) AS folded,
      unnest(CASE WHEN cardinality(terms) > 2 THEN ARRAY[left(term, 4)]
        ELSE ARRAY[left(term, 4), substr(term, char_length(term) / 2 - 1, 4), right(term, 4)] END) AS piece
    WHERE term <> ''
  );

-- Without the list of pending entries, which every search would have to read, and without statistics: no sample tells whether a
-- term that it does not have is rare.
CREATE INDEX story_search_pieces ON story_search USING gin (search_pieces(text)) WITH (fastupdate = off);
ALTER INDEX story_search_pieces ALTER COLUMN 1 SET STATISTICS 0;
