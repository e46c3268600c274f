ALTER TABLE "project" ADD COLUMN     "helpcenter_domain" TEXT,
ADD COLUMN     "helpcenter_slug" TEXT;

CREATE UNIQUE INDEX "project_helpcenter_slug_key" ON "project"("helpcenter_slug");

CREATE UNIQUE INDEX "project_helpcenter_domain_key" ON "project"("helpcenter_domain");
