ALTER TABLE "team_reference" ADD COLUMN     "operating_hours" JSONB;

-- Teams of which it is not known when they work, because a former release kept the rest.
CREATE INDEX team_reference_unknown_hours ON team_reference (project_id, id) WHERE operating_hours IS NULL;
