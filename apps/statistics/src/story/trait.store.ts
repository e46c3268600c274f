import { hashId, type Sql } from '@parley/persistence';
import type { TicketFacts } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import type { StoredStory } from './stored-story';

/** The dimensions of a ticket. */
export interface Trait {
  type: string;
  priority: string;
  tags: readonly string[];
  channel: string | null;
  outbound: string | null;
}

/** The current dimensions of a ticket; tags have no order. */
export const toTrait = ({ type, priority, tags = [], channel, outbound }: TicketFacts): Trait => ({
  type,
  priority,
  tags: [...tags].sort(),
  channel: channel ?? null,
  outbound: outbound ?? null,
});

const digestOfTrait = ({ type, priority, tags, channel, outbound }: Trait): string =>
  hashId(JSON.stringify([type, priority, channel, outbound, tags]));

const FIND = 'SELECT digest, id FROM trait WHERE project_id = $1 AND digest = ANY ($2)';
const INSERT = `
INSERT INTO trait (project_id, digest, type, priority, tags, channel, outbound)
SELECT $1, digest, type, priority, tags, channel, outbound
  FROM json_populate_recordset(NULL::trait, $2::json) ORDER BY digest
ON CONFLICT DO NOTHING`;

/** Ids of traits by something that has them; those that are new are written. */
export const keepTraits = async (
  tx: Sql,
  projectId: string,
  traits: ReadonlyMap<string, Trait>,
): Promise<Map<string, number>> => {
  const digests = new Map([...traits].map(([key, trait]) => [key, digestOfTrait(trait)]));
  const byDigest = new Map([...traits].map(([key, trait]) => [digests.get(key) ?? '', trait]));
  const known = new Map<string, number>();
  const find = async (wanted: readonly string[]): Promise<void> => {
    const rows = await tx.query<{ digest: string; id: number }>(FIND, [projectId, wanted], { prepare: true });
    for (const { digest, id } of rows) known.set(digest, id);
  };
  await find([...byDigest.keys()]);
  const fresh = [...byDigest].filter(([digest]) => !known.has(digest));
  if (fresh.length > 0) {
    const rows = fresh.map(([digest, trait]) => ({ digest, ...trait }));
    await tx.query(INSERT, [projectId, JSON.stringify(rows)]);
    await find(fresh.map(([digest]) => digest));
  }
  return new Map(
    [...digests].flatMap(([key, digest]): [string, number][] => {
      const id = known.get(digest);
      return id === undefined ? [] : [[key, id]];
    }),
  );
};

/** Ids of the traits of tickets, of those of which it is known what they are. */
export const keepTicketTraits = (
  tx: Sql,
  projectId: string,
  stories: ReadonlyMap<string, StoredStory | undefined>,
): Promise<Map<string, number>> =>
  keepTraits(
    tx,
    projectId,
    new Map(
      [...stories].flatMap(([id, story]): [string, Trait][] =>
        story?.facts ? [[id, toTrait(story.facts)]] : [],
      ),
    ),
  );

/** Deletes a project's other dimension rows, under its exclusive lock. */
export const forgetOtherTraits = async (
  tx: Sql,
  projectId: string,
  kept: ReadonlySet<number>,
): Promise<void> => {
  await tx.query('DELETE FROM trait WHERE project_id = $1 AND id <> ALL ($2)', [projectId, [...kept]]);
};
