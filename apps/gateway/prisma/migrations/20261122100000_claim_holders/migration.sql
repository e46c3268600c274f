ALTER TABLE "idempotency_keys" ADD COLUMN "holder" INTEGER;
