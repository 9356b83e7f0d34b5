-- AlterTable
ALTER TABLE "transcripts" ADD COLUMN     "engine" TEXT,
ADD COLUMN     "model" TEXT,
ADD COLUMN     "replaces_text" BOOLEAN NOT NULL DEFAULT false;

-- The placeholder of a missing transcript, which a client sent back as if its author had written it.
UPDATE stories SET transcript = NULL, transcript_words = NULL WHERE transcript = 'No se pudo transcribir el audio';
