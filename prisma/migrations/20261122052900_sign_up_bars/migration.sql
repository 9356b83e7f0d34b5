-- CreateTable
CREATE TABLE "sign_up_bars" (
    "id" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_up_bars_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sign_up_bars_until_idx" ON "sign_up_bars"("until");
