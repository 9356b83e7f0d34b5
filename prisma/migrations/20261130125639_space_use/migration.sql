-- CreateTable
CREATE TABLE "space_use" (
    "day" DATE NOT NULL,
    "disk_used_bytes" BIGINT,
    "disk_bytes" BIGINT,
    "database_bytes" BIGINT NOT NULL,

    CONSTRAINT "space_use_pkey" PRIMARY KEY ("day")
);
