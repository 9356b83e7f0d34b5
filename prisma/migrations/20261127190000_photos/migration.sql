-- AlterTable
ALTER TABLE "profiles" ADD COLUMN     "about" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "photo_id" UUID;

-- CreateTable
CREATE TABLE "photos" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "small" BYTEA NOT NULL,
    "large" BYTEA NOT NULL,

    CONSTRAINT "photos_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "photos_user_id_key" ON "photos"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "profiles_photo_id_key" ON "profiles"("photo_id");

-- AddForeignKey
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_photo_id_fkey" FOREIGN KEY ("photo_id") REFERENCES "photos"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "photos" ADD CONSTRAINT "photos_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- limits.about
ALTER TABLE profiles ADD CONSTRAINT profiles_about CHECK (char_length(about) <= 160);
