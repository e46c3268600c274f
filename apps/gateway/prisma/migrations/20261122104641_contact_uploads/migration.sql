CREATE TABLE "contact_upload" (
    "project_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_upload_pkey" PRIMARY KEY ("project_id","key")
);

CREATE INDEX "contact_upload_uploaded_at_idx" ON "contact_upload"("uploaded_at");
