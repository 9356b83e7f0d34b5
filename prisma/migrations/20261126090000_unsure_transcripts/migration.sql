-- AlterTable
ALTER TABLE "transcripts" ADD COLUMN     "is_unsure" BOOLEAN NOT NULL DEFAULT false;
