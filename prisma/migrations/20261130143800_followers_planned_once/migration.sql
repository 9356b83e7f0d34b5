-- Whether a user follows another one. A function that seems cheap, as `asked_of` is: as a subquery in the lists of stories it had
-- PostgreSQL plan the feed of visitors anew each time, which took twice as long as reading it.
CREATE FUNCTION is_follower(follower uuid, followed uuid) RETURNS boolean LANGUAGE plpgsql STABLE COST 1 AS $$
BEGIN
  RETURN EXISTS (SELECT FROM follows f WHERE f.follower_id = follower AND f.following_id = followed);
END $$;
