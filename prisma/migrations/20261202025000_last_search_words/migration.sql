-- The server fills no search words any more. Only a database whose filling was interrupted by the update has some left. The lock
-- keeps a server of the previous version out, which `fill_story_words` would not tell from the end.
LOCK TABLE story_words_backlog IN ACCESS EXCLUSIVE MODE;
DO $$ BEGIN
  WHILE fill_story_words(1000) LOOP END LOOP;
END $$;
