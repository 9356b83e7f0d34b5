-- AlterEnum
ALTER TYPE "notice_kind" ADD VALUE 'report_closed';
