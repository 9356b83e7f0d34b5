-- CreateTable
CREATE TABLE "freezes" (
    "id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "case_number" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "keys" TEXT[],
    "frozen_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "freezes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "freezes_created_at_id_idx" ON "freezes"("created_at", "id");

-- CreateIndex
CREATE INDEX "freezes_frozen_by_id_idx" ON "freezes"("frozen_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "freezes_story_id_case_number_key" ON "freezes"("story_id", "case_number");

-- AddForeignKey
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_frozen_by_id_fkey" FOREIGN KEY ("frozen_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma cannot express.
ALTER TABLE freezes
  -- limits.freeze
  ADD CONSTRAINT freezes_case_number CHECK (char_length(case_number) BETWEEN 1 AND 100),
  ADD CONSTRAINT freezes_ends_at CHECK (ends_at > created_at);
CREATE INDEX freezes_keys ON freezes USING gin (keys);
