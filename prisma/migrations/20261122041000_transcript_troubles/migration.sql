-- CreateEnum
CREATE TYPE "transcription_trouble" AS ENUM ('busy', 'setup', 'too_long', 'no_speech', 'language', 'failed');

-- AlterTable
ALTER TABLE "transcripts" ADD COLUMN     "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "run" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "trouble" "transcription_trouble";

-- What failed before was told in the provider's words alone.
UPDATE transcripts SET trouble = 'failed' WHERE status = 'error';

-- The operator's list of what waits for a setting, and what a start wakes up.
CREATE INDEX transcripts_waiting ON transcripts (recording_id) WHERE status = 'queued' AND trouble = 'setup';
