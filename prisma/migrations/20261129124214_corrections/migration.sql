-- CreateEnum
CREATE TYPE "correction_state" AS ENUM ('open', 'accepted', 'declined');

-- AlterEnum
ALTER TYPE "news_kind" ADD VALUE 'correction';
ALTER TYPE "news_kind" ADD VALUE 'corrected';

-- AlterTable
ALTER TABLE "stories" ADD COLUMN "listeners_decide" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "corrections" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "start_ms" INTEGER NOT NULL,
    "end_ms" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "said" TEXT NOT NULL,
    "state" "correction_state" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "corrections_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "corrections_span" CHECK ("start_ms" BETWEEN 0 AND "end_ms"),
    -- limits.corrections.maxTextLength and maxLength
    CONSTRAINT "corrections_texts" CHECK (char_length("text") <= 1000 AND char_length("said") BETWEEN 1 AND 200),
    CONSTRAINT "corrections_decided" CHECK (("state" = 'open') = ("decided_at" IS NULL))
);

-- CreateIndex
CREATE INDEX "corrections_story_id_state_created_at_id_idx" ON "corrections"("story_id", "state", "created_at", "id");

-- CreateIndex
CREATE INDEX "corrections_user_id_id_idx" ON "corrections"("user_id", "id");

-- AddForeignKey
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.
CREATE UNIQUE INDEX corrections_open ON corrections (story_id, user_id, start_ms, end_ms) WHERE state = 'open';
