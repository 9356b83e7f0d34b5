-- A search is planned without them: no sample tells whether a term that it does not have is rare. To sample the letters and
-- pairs of 150,000 texts took twenty seconds of each ANALYZE.
ALTER TABLE story_search ALTER COLUMN text SET STATISTICS 100;
ALTER INDEX story_search_grams ALTER COLUMN 1 SET STATISTICS 0;
