-- CreateEnum
CREATE TYPE "sign" AS ENUM ('heart', 'laugh', 'tear', 'awe', 'shiver', 'hug');

-- CreateTable
CREATE TABLE "reactions" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "start_ms" INTEGER NOT NULL,
    "end_ms" INTEGER NOT NULL,
    "sign" "sign" NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reactions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reactions_span" CHECK ("start_ms" BETWEEN 0 AND "end_ms"),
    -- limits.reactions.maxTextLength
    CONSTRAINT "reactions_text" CHECK (char_length("text") <= 1000)
);

-- CreateIndex
CREATE INDEX "reactions_story_id_created_at_id_idx" ON "reactions"("story_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "reactions_user_id_id_idx" ON "reactions"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "reactions_story_id_user_id_start_ms_end_ms_key" ON "reactions"("story_id", "user_id", "start_ms", "end_ms");

-- AddForeignKey
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
