-- DropIndex
DROP INDEX "identities_user_id_idx";

-- CreateTable
CREATE TABLE "oauth_attempts" (
    "id" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "provider" "identity_provider" NOT NULL,
    "return_to" TEXT NOT NULL,
    "user_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "oauth_attempts_user_id_idx" ON "oauth_attempts"("user_id");

-- CreateIndex
CREATE INDEX "oauth_attempts_browser_idx" ON "oauth_attempts"("browser");

-- CreateIndex
CREATE INDEX "oauth_attempts_expires_at_idx" ON "oauth_attempts"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "identities_user_id_provider_key" ON "identities"("user_id", "provider");

-- AddForeignKey
ALTER TABLE "oauth_attempts" ADD CONSTRAINT "oauth_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
