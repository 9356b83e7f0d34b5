-- AlterEnum
ALTER TYPE "notice_kind" ADD VALUE 'explanation_removed';

-- AlterTable
ALTER TABLE "notices" ADD COLUMN     "is_back" BOOLEAN;
