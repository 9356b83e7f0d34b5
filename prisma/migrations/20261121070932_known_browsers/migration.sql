-- CreateTable
CREATE TABLE "known_browsers" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_browsers_pkey" PRIMARY KEY ("id","user_id")
);

-- CreateIndex
CREATE INDEX "known_browsers_user_id_idx" ON "known_browsers"("user_id");

-- CreateIndex
CREATE INDEX "known_browsers_used_at_idx" ON "known_browsers"("used_at");

-- AddForeignKey
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
