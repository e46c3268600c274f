CREATE TABLE "gone_contact" (
    "project_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "gone_at" TIMESTAMPTZ(3) NOT NULL,
    "heir_id" TEXT,

    CONSTRAINT "gone_contact_pkey" PRIMARY KEY ("project_id","digest")
);
CREATE INDEX "gone_contact_gone_at" ON "gone_contact"("gone_at");
CREATE INDEX "gone_contact_heir" ON "gone_contact"("project_id", "heir_id") WHERE "heir_id" IS NOT NULL;
