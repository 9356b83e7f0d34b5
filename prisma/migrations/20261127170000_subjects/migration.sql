-- CreateTable
CREATE TABLE "followed_tags" (
    "user_id" UUID NOT NULL,
    "tag" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "followed_tags_pkey" PRIMARY KEY ("user_id","tag")
);

-- CreateTable
CREATE TABLE "story_tags" (
    "tag" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "story_id" UUID NOT NULL,

    CONSTRAINT "story_tags_pkey" PRIMARY KEY ("tag","published_at","story_id")
);

-- AddForeignKey
ALTER TABLE "followed_tags" ADD CONSTRAINT "followed_tags_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE followed_tags ADD CONSTRAINT followed_tags_name CHECK (char_length(name) <= 50);

-- Sorted by bytes, so that the index lists what begins with a text.
ALTER TABLE story_tags ALTER COLUMN tag TYPE text COLLATE "C";

-- The subjects of public stories. The index of story_search lists a tag's stories in no order, private ones among them. Rows and
-- no counters: a counter of a common tag would be one row that every publication waits for. A row is found by its key, so it
-- needs no index of stories, and no foreign key, which would need one. Runs as its owner, because the role of a server that is
-- being replaced has no right to the new table.
CREATE FUNCTION set_story_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM public.story_tags WHERE tag = ANY (OLD.folded_tags)
      AND published_at = coalesce(OLD.published_at, OLD.created_at) AND story_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.published AND NEW.hidden_at IS NULL THEN
    INSERT INTO public.story_tags (tag, published_at, story_id)
      SELECT tag, coalesce(NEW.published_at, NEW.created_at), NEW.id FROM unnest(NEW.folded_tags) AS tag
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
-- Votes and comments name none of these columns.
CREATE TRIGGER stories_tags AFTER INSERT OR DELETE OR UPDATE OF tags, published, published_at, hidden_at ON stories
  FOR EACH ROW EXECUTE FUNCTION set_story_tags();
ALTER TABLE stories ENABLE ALWAYS TRIGGER stories_tags;

-- Changes to stories wait until the end, so that none is missed.
INSERT INTO story_tags (tag, published_at, story_id)
  SELECT DISTINCT tag, coalesce(published_at, created_at), id FROM stories, unnest(folded_tags) AS tag
  WHERE published AND hidden_at IS NULL;
ANALYZE story_tags;

-- Follows a subject; repeating it changes nothing. The account is locked, so that calls at the same moment keep the bound.
CREATE FUNCTION follow_tag(follower uuid, wanted text, most integer, OUT refusal text) LANGUAGE plpgsql AS $$
DECLARE
  folded text := search_fold(wanted);
  is_suspended boolean;
BEGIN
  SELECT u.suspended_at IS NOT NULL INTO is_suspended FROM users u WHERE u.id = follower FOR NO KEY UPDATE;
  refusal := CASE
    WHEN NOT FOUND THEN 'UNAUTHENTICATED'
    WHEN is_suspended THEN 'ACCOUNT_SUSPENDED'
    WHEN (SELECT count(*) FROM followed_tags f WHERE f.user_id = follower AND f.tag <> folded) >= most
    THEN 'FOLLOWED_TAGS_TOO_MANY'
  END;
  IF refusal IS NOT NULL THEN RETURN; END IF;
  INSERT INTO followed_tags (user_id, tag, name) VALUES (follower, folded, wanted) ON CONFLICT DO NOTHING;
END $$;
