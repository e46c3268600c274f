CREATE TABLE "gone_contact" (
    "project_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "gone_at" TIMESTAMPTZ(3) NOT NULL,
    "heir_id" TEXT,

    CONSTRAINT "gone_contact_pkey" PRIMARY KEY ("project_id","digest")
);
CREATE INDEX "gone_contact_gone_at" ON "gone_contact"("gone_at");
CREATE INDEX "gone_contact_heir" ON "gone_contact"("project_id", "heir_id") WHERE "heir_id" IS NOT NULL;

INSERT INTO "gone_contact" ("project_id", "digest", "gone_at")
SELECT project_id, id, gone_at FROM pipeline_record WHERE gone_at IS NOT NULL ON CONFLICT DO NOTHING;
