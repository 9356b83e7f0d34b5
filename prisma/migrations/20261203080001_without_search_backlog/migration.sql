-- What servers read before `last_search_words` had filled the words of all stories.
DROP FUNCTION fill_story_words(integer);
DROP TABLE story_words_backlog;
