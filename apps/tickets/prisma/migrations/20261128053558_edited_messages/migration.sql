ALTER TABLE "message" ADD COLUMN     "edited_at" TIMESTAMPTZ(3);
