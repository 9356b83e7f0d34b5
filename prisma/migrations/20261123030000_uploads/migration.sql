-- CreateTable
CREATE TABLE "uploads" (
    "recording_id" UUID NOT NULL,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "length" INTEGER,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("recording_id")
);

-- CreateTable
CREATE TABLE "upload_pieces" (
    "recording_id" UUID NOT NULL,
    "start" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "upload_pieces_pkey" PRIMARY KEY ("recording_id","start")
);

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "recordings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_pieces" ADD CONSTRAINT "upload_pieces_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "uploads"("recording_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Sound is compressed already: trying again would cost time and gain nothing.
ALTER TABLE "upload_pieces" ALTER COLUMN "content" SET STORAGE EXTERNAL;
