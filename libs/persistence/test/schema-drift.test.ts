import { createTestDatabase, eventually, testPostgresUrl } from '@parley/testing';
import { schemaDrift } from '../src';

const schema = `
generator client {
  provider            = "prisma-client"
  output              = "../src/generated/prisma"
  moduleFormat        = "cjs"
  importFileExtension = ""
}
datasource db {
  provider = "postgresql"
}
model Ticket {
  projectId String    @map("project_id") @db.Char(24)
  id        String    @db.Char(24)
  title     String
  tags      String[]
  data      Json      @default("{}")
  rank      Int       @default(1) @db.SmallInt
  createdAt DateTime  @default(now()) @map("created_at") @db.Timestamptz(3)
  words     Unsupported("tsvector")?
  messages  Message[]
  @@id([projectId, id])
  @@index([projectId, createdAt(sort: Desc)], map: "tickets_newest")
  @@map("tickets")
}
model Message {
  projectId String @map("project_id") @db.Char(24)
  id        String @db.Char(24)
  ticketId  String @map("ticket_id") @db.Char(24)
  ticket    Ticket @relation(fields: [projectId, ticketId], references: [projectId, id], onDelete: Cascade)
  @@id([projectId, id])
  @@map("messages")
}
`;

const script = `
CREATE EXTENSION pg_trgm;
CREATE TABLE tickets (
  project_id char(24) NOT NULL,
  id char(24) NOT NULL,
  title text NOT NULL,
  tags text[],
  data jsonb NOT NULL DEFAULT '{}',
  rank smallint NOT NULL DEFAULT 1 CHECK (rank >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  words tsvector,
  CONSTRAINT tickets_pkey PRIMARY KEY (project_id, id)
);
CREATE TABLE messages (
  project_id char(24) NOT NULL,
  id char(24) NOT NULL,
  ticket_id char(24) NOT NULL,
  CONSTRAINT messages_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT messages_project_id_ticket_id_fkey FOREIGN KEY (project_id, ticket_id)
    REFERENCES tickets (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX tickets_newest ON tickets (project_id, created_at DESC);
CREATE INDEX tickets_partial ON tickets (project_id, title) WHERE title <> '';
CREATE UNIQUE INDEX tickets_once ON tickets (project_id, title) WHERE title = 'once';
CREATE INDEX tickets_lower ON tickets (lower(title));
CREATE INDEX tickets_covering ON tickets (project_id, rank) INCLUDE (title);
CREATE INDEX tickets_data ON tickets USING gin (data jsonb_path_ops);
CREATE INDEX tickets_trigram ON tickets USING gin (title gin_trgm_ops);
CREATE FUNCTION same() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END; $$;
CREATE TRIGGER tickets_same BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION same();
CREATE SEQUENCE numbers;
CREATE VIEW titles AS SELECT title FROM tickets;
`;
const initial = { name: '20260101000000_initial', script };

describe('schemaDrift', () => {
  it('finds none where they agree, whatever else the migrations make', async () => {
    expect(await schemaDrift(testPostgresUrl(), [initial], schema)).toEqual([]);
  });

  it.each([
    ['a column the schema lacks', 'ALTER TABLE tickets ADD COLUMN extra text;', /DROP COLUMN "extra"/],
    [
      'a column of another type',
      'ALTER TABLE tickets ALTER COLUMN rank TYPE bigint;',
      /"rank" SET DATA TYPE SMALLINT/,
    ],
    [
      'a column that may be null',
      'ALTER TABLE tickets ALTER COLUMN title DROP NOT NULL;',
      /"title" SET NOT NULL/,
    ],
    ['a lost default', 'ALTER TABLE tickets ALTER COLUMN rank DROP DEFAULT;', /"rank" SET DEFAULT 1/],
    ['a table the schema lacks', 'CREATE TABLE more (id integer PRIMARY KEY);', /DROP TABLE "more"/],
    [
      'a plain index the schema lacks',
      'CREATE INDEX tickets_rank ON tickets (rank);',
      /DROP INDEX "tickets_rank"/,
    ],
    ['an index the migrations lack', 'DROP INDEX tickets_newest;', /CREATE INDEX "tickets_newest"/],
  ])('finds %s', async (_what, change, expected) => {
    const drift = await schemaDrift(
      testPostgresUrl(),
      [initial, { name: '20260102000000_change', script: change }],
      schema,
    );
    expect(drift).toHaveLength(1);
    expect(drift[0]).toMatch(expected);
  });

  it('leaves no scratch database behind', async () => {
    const { db, drop, url } = await createTestDatabase('drift');
    await expect(
      schemaDrift(url, [{ name: '20260101000000_bad', script: 'nonsense' }], schema),
    ).rejects.toThrow('20260101000000_bad failed');
    // Other files may be looking for drift on the same server.
    await eventually(async () => {
      const left = await db.query(`SELECT datname FROM pg_database WHERE datname LIKE 'drift\\_%'`);
      expect(left).toEqual([]);
    });
    await drop();
  });
});
