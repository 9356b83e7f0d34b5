ALTER TABLE "space_use" ADD COLUMN "disk" TEXT;
