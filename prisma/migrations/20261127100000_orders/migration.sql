-- Where a story stands among those that rise: ten times the votes weigh as much as twelve hours. It changes with a vote alone,
-- never as time passes, so an index of it is current without a job that computes it anew.
CREATE FUNCTION story_heat(votes integer, published_at timestamptz) RETURNS double precision
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN log(greatest(1, votes)::double precision)
    + date_part('epoch', published_at AT TIME ZONE 'UTC') / (12 * 60 * 60);
CREATE INDEX stories_rising ON stories (story_heat(score, published_at) DESC, published_at DESC, id DESC)
  WHERE published AND hidden_at IS NULL;

-- The newest stories, by the same expression without votes: an index of the plain time would be taken for the stories of one
-- person too, and read through to the oldest.
CREATE INDEX stories_newest ON stories (story_heat(0, published_at) DESC, published_at DESC, id DESC)
  WHERE published AND hidden_at IS NULL;
