-- CreateEnum
CREATE TYPE "community_rule" AS ENUM ('own', 'respect', 'harm', 'spam');

-- AlterEnum
ALTER TYPE "notice_kind" ADD VALUE 'report_hidden';
ALTER TYPE "notice_kind" ADD VALUE 'report_kept';

-- CreateTable
CREATE TABLE "statements" (
    "id" UUID NOT NULL,
    "notice_id" UUID,
    "kind" "notice_kind" NOT NULL,
    "rule" "community_rule",
    "is_reported" BOOLEAN NOT NULL DEFAULT false,
    "by_machine" BOOLEAN NOT NULL DEFAULT false,
    "content_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "statements_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "statements_notice_id_key" ON "statements"("notice_id");

-- CreateIndex
CREATE INDEX "statements_created_at_id_idx" ON "statements"("created_at", "id");

-- AddForeignKey
ALTER TABLE "statements" ADD CONSTRAINT "statements_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE SET NULL ON UPDATE CASCADE;
