-- Apart from the migration before, because dropping an index keeps the table from being read until the end.
DROP INDEX stories_feed, stories_search, stories_tags, stories_grams;
ALTER INDEX stories_feed_next RENAME TO stories_feed;

-- A scan of the feed reads the index alone where the table has been vacuumed since its last change, and votes change it all
-- the time. By default a fifth of a table may change before it is vacuumed.
ALTER TABLE stories SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
