ALTER TABLE "contact" ADD COLUMN "event_data" JSONB,
ADD COLUMN "email_only" BOOLEAN;
