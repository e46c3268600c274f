ALTER TABLE "project" ADD COLUMN     "conversation_url" TEXT;
