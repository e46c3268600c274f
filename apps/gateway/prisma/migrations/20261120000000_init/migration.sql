CREATE TABLE "idempotency_keys" (
    "project_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "request_digest" TEXT NOT NULL,
    "claim_id" TEXT NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "answer" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("project_id","fingerprint")
);

CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");
