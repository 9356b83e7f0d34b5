-- The time of a change is that of the database, whose clock all servers share. Until now servers wrote that of their own.
CREATE FUNCTION set_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END
$$;
-- Votes and comments change no story, and followers no profile.
CREATE TRIGGER stories_updated_at BEFORE UPDATE OF title, transcript, transcript_words, tags, published, hidden_at, anonymous_comments
  ON stories FOR EACH ROW EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER profiles_updated_at BEFORE UPDATE OF username, full_name, posts_count
  ON profiles FOR EACH ROW EXECUTE FUNCTION set_updated_at();
