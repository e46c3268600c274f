ALTER TABLE "message" ADD COLUMN     "delivery" JSONB;
