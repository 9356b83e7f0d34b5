-- AlterTable
ALTER TABLE "users" ADD COLUMN     "keeps_listens" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "listens" (
    "story_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "position_ms" INTEGER NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "listened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "listens_pkey" PRIMARY KEY ("story_id","user_id")
);

-- CreateTable
CREATE TABLE "left_out" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "story_id" UUID,
    "author_id" UUID,
    "tag" TEXT,
    "name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "left_out_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "left_out_one" CHECK (num_nonnulls("story_id", "author_id", "tag") = 1)
);

-- CreateIndex
CREATE INDEX "listens_user_id_listened_at_story_id_idx" ON "listens"("user_id", "listened_at", "story_id");

-- CreateIndex
CREATE INDEX "listens_user_id_finished_at_idx" ON "listens"("user_id", "finished_at");

-- CreateIndex
CREATE INDEX "left_out_user_id_created_at_id_idx" ON "left_out"("user_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "left_out_story_id_user_id_key" ON "left_out"("story_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "left_out_author_id_user_id_key" ON "left_out"("author_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "left_out_user_id_tag_key" ON "left_out"("user_id", "tag");

-- AddForeignKey
ALTER TABLE "listens" ADD CONSTRAINT "listens_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listens" ADD CONSTRAINT "listens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "left_out" ADD CONSTRAINT "left_out_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "left_out" ADD CONSTRAINT "left_out_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "left_out" ADD CONSTRAINT "left_out_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The last votes of a user are those of what they like now.
DROP INDEX "votes_user_id_idx";
CREATE INDEX "votes_user_id_created_at_idx" ON "votes"("user_id", "created_at");

-- Whether what a user hears is kept. Turned off, all of it is gone at once: the lock of the account makes a call that is about to
-- keep something wait, and what came before is seen by the next statement.
CREATE FUNCTION set_listens_kept(listener uuid, is_kept boolean, OUT refusal text) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users u SET keeps_listens = is_kept WHERE u.id = listener;
  IF NOT FOUND THEN refusal := 'UNAUTHENTICATED'; END IF;
  IF NOT is_kept THEN DELETE FROM listens l WHERE l.user_id = listener; END IF;
END $$;

-- Keeps where a user stopped in stories, whose ids and positions are two arrays, if the user allows it: another tab may not know
-- that they don't any more. A story that is heard again stays one that was heard to its end.
CREATE FUNCTION remember_listens(listener uuid, ids uuid[], positions integer[], finished_ratio double precision, most integer,
  OUT refusal text) LANGUAGE plpgsql AS $$
DECLARE
  is_kept boolean;
BEGIN
  SELECT u.keeps_listens INTO is_kept FROM users u WHERE u.id = listener FOR NO KEY UPDATE;
  IF NOT FOUND THEN refusal := 'UNAUTHENTICATED'; END IF;
  IF is_kept IS NOT TRUE THEN RETURN; END IF;
  INSERT INTO listens AS l (story_id, user_id, position_ms, finished_at, listened_at)
    SELECT s.id, listener, least(stop.at_ms, s.duration_ms),
      CASE WHEN stop.at_ms >= s.duration_ms * finished_ratio THEN clock_timestamp() END, clock_timestamp()
    FROM (
      SELECT DISTINCT ON (id) id, at_ms FROM unnest(ids, positions) WITH ORDINALITY AS stop(id, at_ms, place)
      ORDER BY id, place DESC
    ) AS stop JOIN stories s ON s.id = stop.id AND s.published AND s.hidden_at IS NULL
    ORDER BY s.id FOR KEY SHARE OF s
    ON CONFLICT (story_id, user_id) DO UPDATE SET position_ms = excluded.position_ms,
      finished_at = coalesce(l.finished_at, excluded.finished_at), listened_at = excluded.listened_at;
  DELETE FROM listens l WHERE l.user_id = listener AND (l.listened_at, l.story_id) < (
    SELECT o.listened_at, o.story_id FROM listens o WHERE o.user_id = listener
    ORDER BY o.listened_at DESC, o.story_id DESC OFFSET most - 1 LIMIT 1);
END $$;

-- Leaves a story, an author or a subject out of what is chosen for a user; repeating it changes nothing. Of each kind the last ones
-- are kept. Nothing happens for a story that is not public, or an author who is gone.
CREATE FUNCTION leave_out(leaver uuid, kind text, wanted text, most integer, OUT refusal text) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users u WHERE u.id = leaver FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    refusal := 'UNAUTHENTICATED';
    RETURN;
  END IF;
  CASE kind
    WHEN 'story' THEN
      INSERT INTO left_out (id, user_id, story_id)
        SELECT gen_random_uuid(), leaver, s.id FROM stories s
        WHERE s.id = wanted::uuid AND s.published AND s.hidden_at IS NULL FOR KEY SHARE ON CONFLICT DO NOTHING;
    WHEN 'author' THEN
      INSERT INTO left_out (id, user_id, author_id)
        SELECT gen_random_uuid(), leaver, u.id FROM users u
        WHERE u.id = wanted::uuid FOR KEY SHARE ON CONFLICT DO NOTHING;
    WHEN 'subject' THEN
      INSERT INTO left_out (id, user_id, tag, name)
        VALUES (gen_random_uuid(), leaver, search_fold(wanted), wanted) ON CONFLICT DO NOTHING;
  END CASE;
  DELETE FROM left_out l WHERE l.id IN (
    SELECT o.id FROM left_out o WHERE o.user_id = leaver
      AND CASE kind WHEN 'story' THEN o.story_id IS NOT NULL WHEN 'author' THEN o.author_id IS NOT NULL ELSE o.tag IS NOT NULL END
    ORDER BY o.created_at DESC, o.id DESC OFFSET most);
END $$;
