-- Contacts that were deleted, by digests of their ids: a ticket of one that is read late is not kept.
CREATE TABLE "gone_contact" (
    "project_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "gone_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gone_contact_pkey" PRIMARY KEY ("project_id","digest")
);
