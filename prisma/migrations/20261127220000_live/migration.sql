-- What servers tell open screens: a kind and the id that it belongs to, and no content. Rows and not NOTIFY, which makes all
-- transactions that use it commit one after another: comments of sixteen connections took four times as long. Unlogged, because
-- after a crash every screen asks for everything.
CREATE UNLOGGED TABLE "live_messages" (
    "xid" BIGINT NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
    "message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "live_messages_pkey" PRIMARY KEY ("xid","message")
);

-- The role of a server that is being replaced has no right to the new table, so the functions run as their owner.
CREATE FUNCTION tell_screens() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- The arguments: the kind, and the column with the id.
  INSERT INTO live_messages (message) VALUES (TG_ARGV[0] || ':' || (to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[1]))
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER news_tell AFTER INSERT OR UPDATE OF read_at ON news FOR EACH ROW
  EXECUTE FUNCTION tell_screens('news', 'user_id');
CREATE TRIGGER notices_tell AFTER INSERT OR UPDATE OF read_at ON notices FOR EACH ROW
  EXECUTE FUNCTION tell_screens('news', 'user_id');
CREATE TRIGGER follows_tell_read AFTER UPDATE OF read_until ON follows FOR EACH ROW
  WHEN (NEW.read_until IS DISTINCT FROM OLD.read_until) EXECUTE FUNCTION tell_screens('news', 'follower_id');
CREATE TRIGGER comments_tell AFTER INSERT OR DELETE ON comments FOR EACH ROW
  EXECUTE FUNCTION tell_screens('comments', 'story_id');
-- Those who asked to be told of this author listen to the author, whose publication so writes nothing for each of them.
CREATE TRIGGER stories_tell AFTER UPDATE OF published ON stories FOR EACH ROW
  WHEN (NEW.published AND NOT OLD.published) EXECUTE FUNCTION tell_screens('author', 'user_id');

-- What a connection was opened for is no longer true: it ends, and its client opens another one.
CREATE TRIGGER sessions_tell AFTER DELETE ON sessions FOR EACH ROW
  WHEN (OLD.expires_at > CURRENT_TIMESTAMP) EXECUTE FUNCTION tell_screens('ended', 'user_id');
CREATE TRIGGER follows_tell AFTER UPDATE OF told_since ON follows FOR EACH ROW
  WHEN (NEW.told_since IS DISTINCT FROM OLD.told_since) EXECUTE FUNCTION tell_screens('ended', 'follower_id');
CREATE TRIGGER follows_tell_end AFTER DELETE ON follows FOR EACH ROW
  WHEN (OLD.told_since IS NOT NULL) EXECUTE FUNCTION tell_screens('ended', 'follower_id');

CREATE FUNCTION tell_transcript() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO live_messages (message) SELECT 'transcripts:' || r.user_id FROM recordings r WHERE r.id = NEW.recording_id
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER transcripts_tell AFTER UPDATE OF status ON transcripts FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'error')) EXECUTE FUNCTION tell_transcript();
