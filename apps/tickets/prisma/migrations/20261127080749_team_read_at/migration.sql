ALTER TABLE "ticket" ADD COLUMN     "team_read_at" TIMESTAMPTZ(3);
