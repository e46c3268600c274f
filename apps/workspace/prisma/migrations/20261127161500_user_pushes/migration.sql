-- The platform's key and the browsers of users for push notifications.
CREATE TABLE "push_key" (
    "only_one" BOOLEAN NOT NULL CHECK ("only_one"),
    "public_key" TEXT NOT NULL,
    "sealed_key" TEXT NOT NULL,

    CONSTRAINT "push_key_pkey" PRIMARY KEY ("only_one")
);

CREATE TABLE "push_subscription" (
    "endpoint_key" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_subscription_pkey" PRIMARY KEY ("endpoint_key")
);

CREATE INDEX "push_subscription_user" ON "push_subscription"("user_id");
