-- AlterEnum
ALTER TYPE "news_kind" ADD VALUE 'answer';

-- CreateTable
CREATE TABLE "questions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "token_key" TEXT NOT NULL,
    "is_once" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "questions_pkey" PRIMARY KEY ("id"),
    -- limits.question.text.maxLength
    CONSTRAINT "questions_text" CHECK (char_length("text") <= 160 AND NOT is_blank("text")),
    CONSTRAINT "questions_hashed" CHECK ("token_key" ~ '^[0-9a-f]{64}$')
);

-- CreateIndex
CREATE UNIQUE INDEX "questions_token_key_key" ON "questions"("token_key");

-- CreateIndex
CREATE INDEX "questions_user_id_created_at_id_idx" ON "questions"("user_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "questions" ADD CONSTRAINT "questions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "stories" ADD COLUMN     "question_id" UUID,
ADD COLUMN     "shared_with_id" UUID;

-- AddForeignKey
ALTER TABLE "stories" ADD CONSTRAINT "stories_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stories" ADD CONSTRAINT "stories_shared_with_id_fkey" FOREIGN KEY ("shared_with_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma cannot express. A story is private, for one user, or published.
ALTER TABLE stories ADD CONSTRAINT stories_shared CHECK (shared_with_id IS NULL OR (NOT published AND shared_with_id <> user_id));
-- Few stories answer a question.
CREATE INDEX stories_question ON stories (question_id, created_at DESC, id DESC) WHERE question_id IS NOT NULL;
CREATE INDEX stories_shared_with ON stories (shared_with_id) WHERE shared_with_id IS NOT NULL;

-- The question that a story answers, as the type AskedQuestion of the contract, for its author and the asker, unless a block parts them. A
-- function that seems cheap, because few rows call it: a subquery in the lists of stories would have PostgreSQL plan them anew each time.
CREATE FUNCTION asked_of(viewer uuid, question uuid, author uuid) RETURNS jsonb LANGUAGE plpgsql STABLE COST 1 AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_object('text', q.text, 'asker', jsonb_strip_nulls(
      jsonb_build_object('id', p.id, 'username', p.username, 'photo', p.photo_id)))
    FROM questions q JOIN profiles p ON p.id = q.user_id
    WHERE q.id = question AND viewer IN (author, q.user_id) AND NOT are_blocked(q.user_id, author));
END $$;

-- Taking a story back from the one user who may hear it takes something away too.
DROP TRIGGER stories_count_removal ON stories;
CREATE TRIGGER stories_count_removal AFTER UPDATE OF published, hidden_at, shared_with_id ON stories FOR EACH ROW
  WHEN (OLD.hidden_at IS NULL AND (
    (OLD.published AND NOT (NEW.published AND NEW.hidden_at IS NULL))
    OR (OLD.shared_with_id IS NOT NULL
      AND NOT (NEW.hidden_at IS NULL AND (NEW.published OR NEW.shared_with_id IS NOT DISTINCT FROM OLD.shared_with_id)))))
  EXECUTE FUNCTION count_removal();
