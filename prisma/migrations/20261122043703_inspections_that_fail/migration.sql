-- AlterTable
ALTER TABLE "recordings" ADD COLUMN     "inspection_attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "inspection_error" TEXT,
ADD COLUMN     "inspection_failed_at" TIMESTAMPTZ(3),
ADD COLUMN     "inspection_timed_out" BOOLEAN NOT NULL DEFAULT false;
