-- AlterTable
ALTER TABLE "stories" ADD COLUMN "clips" BOOLEAN NOT NULL DEFAULT true;
