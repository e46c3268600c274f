ALTER TABLE "user_account" ADD COLUMN     "notification_settings" JSONB;
