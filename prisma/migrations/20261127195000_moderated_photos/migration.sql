-- AlterEnum
ALTER TYPE "notice_kind" ADD VALUE 'photo_removed';
