-- When items were live before: what a contact did then counts, also when it is told of later.
CREATE TABLE live_period (
  project_id text COLLATE "C" NOT NULL,
  item_id    text COLLATE "C" NOT NULL,
  began_at   timestamptz(3) NOT NULL,
  ended_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, item_id, began_at),
  FOREIGN KEY (project_id, item_id) REFERENCES item (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX live_period_ended ON live_period (project_id, ended_at);

-- Written by the database, so that no way to end a period forgets it. Nothing is told of later than a week.
CREATE FUNCTION item_no_longer_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM live_period
   WHERE project_id = NEW.project_id AND item_id = NEW.id AND ended_at < NEW.updated_at - interval '7 days';
  INSERT INTO live_period (project_id, item_id, began_at, ended_at)
  VALUES (NEW.project_id, NEW.id, OLD.live_at, NEW.updated_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER item_no_longer_live AFTER UPDATE OF status ON item FOR EACH ROW
  WHEN (OLD.status = 'live' AND NEW.status <> 'live' AND OLD.live_at IS NOT NULL) EXECUTE FUNCTION item_no_longer_live();

DROP INDEX item_triggered;
CREATE INDEX item_triggered ON item (project_id, event_trigger)
  WHERE type = 'EMAIL' AND status IN ('live', 'paused') AND trigger = 'event';
