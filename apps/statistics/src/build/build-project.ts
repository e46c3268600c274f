import { JobLost, type Task } from '@parley/jobs';
import { type Sql, takeTurns } from '@parley/persistence';
import { type TicketHistory } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import { type Deps } from '../deps';
import { insertFacts } from '../facts/fact.store';
import { changeOf, type Figure, figures, QUARTER_MS } from '../facts/figures';
import { kinds } from '../facts/kinds';
import { goneOf } from '../gone/gone.store';
import { readOpenTime } from '../hours/hours.store';
import { contactsIn, withoutContacts } from '../story/contacts-in-story';
import { emptyStory, renewed, type StoredStory } from '../story/stored-story';
import { lockStories, removeTickets, saveStories, saveTickets } from '../story/story.store';
import { tellStories } from '../story/tell-stories';
import { forgetOtherTraits, keepTraitsOf } from '../story/trait.store';
import { turnOf } from '../turn';
import { type Build, endBuild, holdBuild, moveBuild } from '../progress/build.store';
import { createSpreadSums, writeSpreads } from './spread-sums';

/** Milliseconds that an event may be handled before what it tells of is read. */
const LATE_MS = 60_000;
/** Stories that are in memory at once. */
const PAGE = 500;
/** Behind every id. */
const END = 'g';

/** Keeps a page of histories, and forgets tickets that lie between its ids and are no more. */
const keepPage = async (
  tx: Sql,
  { projectId, position, startedAt }: Build,
  page: readonly TicketHistory[],
  to: string,
): Promise<void> => {
  await takeTurns(tx, [turnOf(projectId)]);
  const readAt = startedAt.getTime() - LATE_MS;
  const gone = await goneOf(
    tx,
    projectId,
    page.flatMap(({ ticketId, facts }) => [ticketId, facts?.sessionId ?? ticketId]),
  );
  const living = page.filter(
    ({ ticketId, facts }) => !gone.has(ticketId) && !gone.has(facts?.sessionId ?? ''),
  );
  const vanished = await tx.query<{ id: string }>(
    `SELECT ticket_id AS id FROM ticket_story
      WHERE project_id = $1 AND ticket_id > $2 AND ticket_id <= $3 AND ticket_id <> ALL ($4)
        AND COALESCE((story->>'toldAt')::bigint, 0) < $5`,
    [projectId, position, to, living.map(({ ticketId }) => ticketId), readAt],
  );
  await removeTickets(
    tx,
    projectId,
    vanished.map(({ id }) => id),
  );
  if (living.length === 0) return;
  const known = await lockStories(
    tx,
    projectId,
    living.map(({ ticketId }) => ticketId),
  );
  const told = living.map((history): [string, StoredStory] => [
    history.ticketId,
    renewed(known.get(history.ticketId) ?? emptyStory(), history, readAt),
  ]);
  const left = await goneOf(
    tx,
    projectId,
    told.flatMap(([, story]) => contactsIn(story)),
  );
  const stories = new Map(
    told.map(([id, story]) => [id, left.size > 0 ? withoutContacts(story, left) : story]),
  );
  await saveStories(tx, projectId, stories);
  await saveTickets(tx, projectId, stories);
};

async function* storiesOf(tx: Sql, projectId: string): AsyncGenerator<Map<string, StoredStory>> {
  for (let after = ''; ;) {
    const rows = await tx.query<{ id: string; story: StoredStory }>(
      `SELECT ticket_id AS id, story FROM ticket_story WHERE project_id = $1 AND ticket_id > $2
        ORDER BY ticket_id LIMIT ${PAGE}`,
      [projectId, after],
      { prepare: true },
    );
    if (rows.length > 0) yield new Map(rows.map(({ id, story }) => [id, story]));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** Others are counted when they are told, and never anew. */
const ofTickets: readonly Figure[] = Object.values(figures).filter((figure: Figure) => !figure.isFree);

/** Counts the facts of tickets of a project by quarters of hours and by stretches of work. */
const countAll = async (tx: Sql, projectId: string): Promise<void> => {
  for (const figure of ofTickets)
    await tx.query(
      `INSERT INTO fact_quarter (project_id, figure, quarter, count)
       SELECT $1, $2, to_timestamp(floor(extract(epoch FROM at) / ${QUARTER_MS / 1_000}) * ${QUARTER_MS / 1_000}), count(*)
         FROM fact WHERE project_id = $1 AND kind = $3 AND ($4 < 0 OR flags & $4 <> 0) GROUP BY 3`,
      [projectId, figure.number, kinds[figure.kind], figure.flag ?? -1],
    );
  await tx.query(
    `INSERT INTO work_stretch (project_id, user_id, stretch, count)
     SELECT $1, user_id, floor(extract(epoch FROM at) / 300)::integer, count(*)
       FROM fact WHERE project_id = $1 AND kind = ${kinds.WORKED_ON} AND user_id IS NOT NULL GROUP BY 2, 3`,
    [projectId],
  );
};

/**
 * Tells the facts of all tickets of a project anew from their stories and puts them in the place of the former ones, in one
 * transaction: whoever asks meanwhile is answered by the former ones. What belongs to no ticket stays.
 */
const swapFacts = async (tx: Sql, projectId: string, now: Date): Promise<void> => {
  await tx.query('SET LOCAL statement_timeout = 0');
  // Sums of people are made at the end, of all facts at once.
  await tx.query("SET LOCAL parley.sums_later = 'on'");
  await holdBuild(tx, projectId);
  const openTime = await readOpenTime(tx, projectId);
  await tx.query('DELETE FROM fact WHERE project_id = $1 AND ticket_id IS NOT NULL', [projectId]);
  await tx.query('DELETE FROM fact_quarter WHERE project_id = $1 AND figure = ANY ($2)', [
    projectId,
    ofTickets.map(({ number }) => number),
  ]);
  for (const table of ['fact_spread', 'work_stretch'])
    await tx.query(`DELETE FROM ${table} WHERE project_id = $1`, [projectId]);
  const spreads = createSpreadSums();
  const kept = new Set<number>();
  for await (const stories of storiesOf(tx, projectId)) {
    const traits = await keepTraitsOf(tx, projectId, stories);
    for (const id of traits.values()) kept.add(id);
    const facts = tellStories(stories, traits, openTime);
    await insertFacts(tx, projectId, facts);
    spreads.add(changeOf([], facts).spreads);
  }
  await countAll(tx, projectId);
  await writeSpreads(tx, projectId, spreads.all());
  await tx.query('SELECT make_person_sums($1)', [projectId]);
  await forgetOtherTraits(tx, projectId, kept);
  await endBuild(tx, projectId, now);
};

/** Reads a project's tickets from where the build is, then swaps the facts. @throws JobLost when another process got further. */
export const buildProject = async (
  { db, sources, clock, log }: Pick<Deps, 'db' | 'sources' | 'clock' | 'log'>,
  build: Build,
  task: Task,
): Promise<void> => {
  let { position } = build;
  const keep = (page: readonly TicketHistory[], to: string): Promise<void> =>
    db.transaction(async (tx) => {
      if (!(await moveBuild(tx, { ...build, position }, to))) throw new JobLost();
      await keepPage(tx, { ...build, position }, page, to);
    });
  if (position < END) {
    for await (const page of sources.histories(build.projectId, position)) {
      const last = page.at(-1);
      if (!last) continue;
      task.signal.throwIfAborted();
      await keep(page, last.ticketId);
      if (task.attempt > 1) await task.advance(db);
      position = last.ticketId;
    }
    await keep([], END);
  }
  await db.transaction((tx) => swapFacts(tx, build.projectId, clock()));
  log.info({ project: build.projectId }, 'The statistics of a project are built');
};
