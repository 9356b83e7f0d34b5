ALTER TABLE "users" ADD COLUMN "accepted_terms_at" TIMESTAMPTZ(3), ADD COLUMN "voices_agreed_at" TIMESTAMPTZ(3);

ALTER TABLE "oauth_attempts" ADD COLUMN "accepts_terms" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "register" (
  "id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "things" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "register_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "register_created_at_id_idx" ON "register"("created_at", "id");
