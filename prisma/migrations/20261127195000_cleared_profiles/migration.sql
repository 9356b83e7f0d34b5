-- AlterEnum
ALTER TYPE "notice_kind" ADD VALUE 'profile_cleared';
