-- Whom stories of spam and hidden tickets name: such tickets have no facts by which they would be found when a contact is deleted.
CREATE TABLE silent_name (
  project_id text COLLATE "C" NOT NULL,
  ticket_id  text COLLATE "C" NOT NULL,
  contact_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, ticket_id, contact_id)
);
CREATE INDEX silent_name_project_id_contact_id_idx ON silent_name (project_id, contact_id);

INSERT INTO silent_name
SELECT DISTINCT s.project_id, s.ticket_id, c.id
  FROM ticket_story s
 CROSS JOIN LATERAL (
   SELECT s.story #>> '{facts,sessionId}'
   UNION ALL SELECT s.story #>> '{facts,createdBy,id}' WHERE s.story #>> '{facts,createdBy,type}' = 'contact'
   UNION ALL SELECT value #>> '{actor,id}' FROM jsonb_each(s.story -> 'changes') WHERE value #>> '{actor,type}' = 'contact'
   UNION ALL SELECT value ->> 'authorId' FROM jsonb_each(s.story -> 'messages') WHERE value ->> 'authorType' = 'contact'
 ) AS c (id)
 WHERE (s.story #> '{facts,isSpam}' = 'true' OR s.story #> '{facts,hidden}' = 'true') AND c.id IS NOT NULL;
