-- What only versions before the last one read or wrote.

DROP FUNCTION search_pairs(text);
DROP FUNCTION search_grams(text);

ALTER TABLE recordings DROP COLUMN peaks_measured, DROP COLUMN suggested_peaks;
ALTER TABLE users DROP COLUMN wanted_username;

-- The pages that sent `anonymous_comments` are two versions old.
DROP TRIGGER stories_commenters ON stories;
DROP FUNCTION keep_commenters();
DROP TRIGGER stories_updated_at ON stories;
CREATE TRIGGER stories_updated_at BEFORE UPDATE OF title, transcript, transcript_words, tags, published, hidden_at, commenters, clips
  ON stories FOR EACH ROW EXECUTE FUNCTION set_updated_at();
ALTER TABLE stories DROP COLUMN anonymous_comments;
