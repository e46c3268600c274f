-- What the library of events asks for. The table keeps its names: processes of the release before use it.
CREATE VIEW "gone_contact" AS SELECT "project_id", "digest", "created_at" AS "gone_at", "heir_id" FROM "departed_contact";
