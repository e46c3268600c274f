ALTER TABLE "project" ALTER COLUMN "identity_verification" SET DEFAULT true;
