-- Apart from the migration before, because dropping an index keeps the table from being read until the end.
DROP INDEX stories_newest;
ALTER INDEX stories_newest_people RENAME TO stories_newest;
