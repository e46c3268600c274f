CREATE TABLE "gone_contact" (
    "project_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "gone_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gone_contact_pkey" PRIMARY KEY ("project_id","digest")
);

CREATE INDEX "gone_contact_gone_at" ON "gone_contact"("gone_at");

-- Addresses that bounced stay noted when their contacts are deleted, by digests from now on.
INSERT INTO email_bounce (project_id, address, bounced_at)
SELECT project_id, encode(sha256(convert_to(address, 'UTF8')), 'hex'), bounced_at FROM email_bounce WHERE strpos(address, '@') > 0
    ON CONFLICT DO NOTHING;
DELETE FROM email_bounce WHERE strpos(address, '@') > 0;
