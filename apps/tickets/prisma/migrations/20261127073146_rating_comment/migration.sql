ALTER TABLE "ticket" ADD COLUMN     "conversation_rating_comment" TEXT;
