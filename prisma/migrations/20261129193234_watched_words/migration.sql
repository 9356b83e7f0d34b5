-- AlterEnum
ALTER TYPE "report_reason" ADD VALUE 'watched';

-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "watched" JSONB,
ADD COLUMN     "watched_keys" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "watched_lists" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "weight" INTEGER NOT NULL,
    "words" TEXT[],
    "digest" TEXT NOT NULL,
    "is_on" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tried_digest" TEXT,
    "trial" JSONB,
    "trial_at" TIMESTAMPTZ(3),
    "trial_story_id" UUID,

    CONSTRAINT "watched_lists_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "watched_lists_name_key" ON "watched_lists"("name");

-- What Prisma cannot express.
ALTER TABLE watched_lists
  -- limits.watched
  ADD CONSTRAINT watched_lists_name CHECK (char_length(name) BETWEEN 1 AND 50),
  ADD CONSTRAINT watched_lists_weight CHECK (weight BETWEEN 1 AND 10),
  ADD CONSTRAINT watched_lists_words CHECK (cardinality(words) BETWEEN 1 AND 10000),
  -- Nothing is switched on that was not tried.
  ADD CONSTRAINT watched_lists_tried CHECK (NOT is_on OR tried_digest IS NOT DISTINCT FROM digest);
-- A machine says once what waits for a moderator.
CREATE UNIQUE INDEX reports_watched ON reports (story_id) WHERE watched IS NOT NULL AND status = 'pending';

-- Queues a job as pg-boss queues one that is delayed.
CREATE FUNCTION queue_job(queue text, job jsonb, importance integer, after interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pgboss.job (name, data, priority, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
      retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    SELECT q.name, job, importance, clock_timestamp() + after,
      clock_timestamp() + after + make_interval(secs => q.retention_seconds), q.expire_seconds, q.deletion_seconds,
      q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
    FROM pgboss.queue q WHERE q.name = queue;
END $$;

CREATE OR REPLACE FUNCTION queue_pushes(person uuid, push jsonb, after interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_job('send-push', push || jsonb_build_object('subscriptionId', s.id),
      CASE push ->> 'kind' WHEN 'story' THEN -1 ELSE 0 END, after)
    FROM push_subscriptions s WHERE s.user_id = person;
END $$;

-- In the transaction that made or changed what a public story shows, unless a job for it waits: the lock keeps a worker from it until
-- the change can be read. Deferred, so that nobody waits for another lock with it. The jobs are only looked at while a list is on.
CREATE FUNCTION queue_watching() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  story text := CASE TG_TABLE_NAME WHEN 'comments' THEN to_jsonb(NEW) ->> 'story_id' ELSE NEW.id::text END;
BEGIN
  IF NOT EXISTS (SELECT FROM watched_lists WHERE is_on) THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'profiles' THEN
    SELECT id::text INTO story FROM stories
      WHERE user_id = NEW.id AND published AND hidden_at IS NULL ORDER BY published_at DESC, id DESC LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  PERFORM FROM pgboss.job
    WHERE name = 'watch-story' AND state = 'created' AND data ->> 'storyId' = story LIMIT 1 FOR SHARE;
  IF NOT FOUND THEN PERFORM queue_job('watch-story', jsonb_build_object('storyId', story), 0, interval '0'); END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER stories_watch AFTER UPDATE OF title, tags, transcript, published, hidden_at ON stories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.published AND NEW.hidden_at IS NULL AND (OLD.title, OLD.tags, OLD.transcript, OLD.published, OLD.hidden_at)
    IS DISTINCT FROM (NEW.title, NEW.tags, NEW.transcript, NEW.published, NEW.hidden_at))
  EXECUTE FUNCTION queue_watching();
CREATE CONSTRAINT TRIGGER comments_watch AFTER INSERT ON comments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION queue_watching();
-- A name is read with the newest story.
CREATE CONSTRAINT TRIGGER profiles_watch AFTER UPDATE OF username, full_name ON profiles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.username, OLD.full_name) IS DISTINCT FROM (NEW.username, NEW.full_name)) EXECUTE FUNCTION queue_watching();

-- What an author takes back, a machine does not report: nobody could look at it, and a decision would let it come back unseen.
CREATE FUNCTION withdraw_watched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reports WHERE story_id = OLD.id AND watched IS NOT NULL AND status IN ('pending', 'reviewing');
  RETURN OLD;
END $$;
CREATE TRIGGER stories_withdraw_watched AFTER UPDATE OF published ON stories FOR EACH ROW
  WHEN (OLD.published AND NOT NEW.published) EXECUTE FUNCTION withdraw_watched();
CREATE TRIGGER stories_delete_watched BEFORE DELETE ON stories FOR EACH ROW EXECUTE FUNCTION withdraw_watched();
