CREATE TABLE "used_link" (
    "project_id" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_link_pkey" PRIMARY KEY ("project_id","nonce")
);

CREATE INDEX "used_link_ends_at_idx" ON "used_link"("ends_at");
