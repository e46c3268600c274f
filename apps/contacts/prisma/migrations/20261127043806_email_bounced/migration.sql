ALTER TABLE "contact" ADD COLUMN     "email_bounced" JSONB;
