ALTER TABLE "project" ADD COLUMN "widget" JSONB;
