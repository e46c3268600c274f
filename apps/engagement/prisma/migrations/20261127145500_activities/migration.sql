-- What contacts did with an item, of each kind in the order of its times: pages of activities read these.
CREATE INDEX delivery_seen ON delivery (project_id, item_id, seen_at, id) WHERE seen_at IS NOT NULL;
CREATE INDEX delivery_clicked ON delivery (project_id, item_id, clicked_at, id) WHERE clicked_at IS NOT NULL;
CREATE INDEX delivery_dismissed ON delivery (project_id, item_id, dismissed_at, id) WHERE dismissed_at IS NOT NULL;
CREATE INDEX delivery_completed ON delivery (project_id, item_id, completed_at, id) WHERE completed_at IS NOT NULL;
CREATE INDEX delivery_replied ON delivery (project_id, item_id, replied_at, id) WHERE replied_at IS NOT NULL;
CREATE INDEX email_delivery_sent ON email_delivery (project_id, item_id, sent_at, id) WHERE sent_at IS NOT NULL;
CREATE INDEX email_delivery_opened ON email_delivery (project_id, item_id, opened_at, id) WHERE opened_at IS NOT NULL;
CREATE INDEX email_delivery_clicked ON email_delivery (project_id, item_id, clicked_at, id) WHERE clicked_at IS NOT NULL;
CREATE INDEX email_delivery_bounced ON email_delivery (project_id, item_id, bounced_at, id) WHERE bounced_at IS NOT NULL;
CREATE INDEX email_delivery_unsubscribed ON email_delivery (project_id, item_id, unsubscribed_at, id) WHERE unsubscribed_at IS NOT NULL;
