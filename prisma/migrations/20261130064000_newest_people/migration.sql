-- The newest stories with their authors, so that those of followed people are found among them without reading the stories. Its
-- expressions are those of stories_newest, so the previous version reads it just as well.
CREATE INDEX stories_newest_people ON stories (story_heat(0, published_at) DESC, published_at DESC, id DESC)
  INCLUDE (user_id) WHERE published AND hidden_at IS NULL;
