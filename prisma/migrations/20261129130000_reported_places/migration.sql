-- AlterTable
ALTER TABLE "reports" ADD COLUMN "at_ms" INTEGER,
  ADD CONSTRAINT "reports_at_ms" CHECK ("at_ms" >= 0);
