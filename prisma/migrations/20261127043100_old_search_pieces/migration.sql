-- Apart from the migration before, because dropping an index keeps the table from being read until the end. The functions stay:
-- searches of the previous version name them.
DROP INDEX story_search_text, story_search_grams;
