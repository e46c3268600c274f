CREATE TABLE "request_effect" (
    "effect_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "response" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_effect_pkey" PRIMARY KEY ("effect_id", "method")
);

CREATE INDEX "request_effect_created_at_idx" ON "request_effect"("created_at");
