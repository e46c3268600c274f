ALTER TABLE "idempotency_keys" ADD COLUMN "effect_id" UUID NOT NULL DEFAULT gen_random_uuid();
