CREATE INDEX "gone_contact_gone_at" ON "gone_contact"("gone_at");
