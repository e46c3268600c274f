-- Keys of projects and browsers of contacts for push notifications.
CREATE TABLE "push_key" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "public_key" TEXT NOT NULL,
    "sealed_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_key_pkey" PRIMARY KEY ("project_id")
);

CREATE TABLE "push_subscription" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "endpoint_key" TEXT COLLATE "C" NOT NULL,
    "contact_id" TEXT COLLATE "C" NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_subscription_pkey" PRIMARY KEY ("project_id", "endpoint_key")
);

CREATE INDEX "push_subscription_contact" ON "push_subscription"("project_id", "contact_id");

-- Contacts' events that push notifications follow, too. Processes of the release before find theirs by it as well.
DROP INDEX item_triggered;
CREATE INDEX item_triggered ON item (project_id, event_trigger)
  WHERE type IN ('EMAIL', 'PUSH_NOTIFICATION') AND status IN ('live', 'paused') AND trigger = 'event';
