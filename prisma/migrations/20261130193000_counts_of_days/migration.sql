-- AlterTable
ALTER TABLE "space_use" ADD COLUMN     "oldest_report_seconds" INTEGER,
ADD COLUMN     "public_stories" INTEGER,
ADD COLUMN     "stories" INTEGER,
ADD COLUMN     "users" INTEGER;
