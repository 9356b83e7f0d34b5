-- AlterTable
ALTER TABLE "freezes" ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "is_prolonged" BOOLEAN NOT NULL DEFAULT false;

-- What ends later than a first order may.
UPDATE freezes SET is_prolonged = true WHERE ends_at > created_at + interval '91 days';
