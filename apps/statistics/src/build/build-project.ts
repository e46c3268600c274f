import { heirsAmong } from '@parley/events';
import { JobLost, type Task } from '@parley/jobs';
import { type Sql, takeTurns } from '@parley/persistence';
import type { TicketHistory } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import type { Deps } from '../deps';
import { insertFacts, computeChange } from '../facts';
import { readOpenTime } from '../hours';
import {
  contactsIn,
  deletedIn,
  withoutContacts,
  emptyStory,
  renewed,
  type StoredStory,
  findOtherStories,
  lockStories,
  readStories,
  removeTickets,
  saveStories,
  saveTickets,
  tellStories,
  forgetOtherTraits,
  keepTicketTraits,
} from '../story';
import { makeTurnKey } from '../turn';
import { type Build, endBuild, holdBuild, moveBuild } from '../progress';
import {
  countTicketFacts,
  insertSpreads,
  makeSums,
  putOffSums,
  removeTicketFacts,
} from './project-facts.store';
import { createSpreadSums } from './spread-sums';

/** Milliseconds between a change and its event that a build allows for. */
const LATE_MS = 60_000;
/** Behind every id. */
const END = 'g';

const deletedAmong = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<Set<string>> =>
  deletedIn(await heirsAmong(tx, projectId, ids));

/** Keeps a page of histories, and forgets tickets that lie between its ids and are no more. */
const keepPage = async (
  tx: Sql,
  { projectId, position, startedAt }: Build,
  page: readonly TicketHistory[],
  to: string,
): Promise<void> => {
  await takeTurns(tx, [makeTurnKey(projectId)]);
  const readAt = startedAt.getTime() - LATE_MS;
  const gone = await deletedAmong(
    tx,
    projectId,
    page.flatMap(({ ticketId, facts }) => [ticketId, facts?.sessionId ?? ticketId]),
  );
  const living = page.filter(
    ({ ticketId, facts }) => !gone.has(ticketId) && !gone.has(facts?.sessionId ?? ''),
  );
  const vanished = await findOtherStories(tx, projectId, {
    after: position,
    to,
    living: living.map(({ ticketId }) => ticketId),
    readAt,
  });
  await removeTickets(tx, projectId, vanished);
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
  const left = await deletedAmong(
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

/**
 * Computes the facts of all tickets of a project again from their histories and replaces the former ones, in one transaction:
 * concurrent callers get the former ones. Facts of no ticket stay.
 */
const swapFacts = async (tx: Sql, projectId: string, now: Date): Promise<void> => {
  await putOffSums(tx);
  await holdBuild(tx, projectId);
  const openTime = await readOpenTime(tx, projectId);
  await removeTicketFacts(tx, projectId);
  const spreads = createSpreadSums();
  const kept = new Set<number>();
  for await (const stories of readStories(tx, projectId)) {
    const traits = await keepTicketTraits(tx, projectId, stories);
    for (const id of traits.values()) kept.add(id);
    const facts = await tellStories(stories, traits, openTime);
    await insertFacts(tx, projectId, facts);
    spreads.add(computeChange([], facts).spreads);
  }
  await countTicketFacts(tx, projectId);
  await insertSpreads(tx, projectId, spreads.all());
  await makeSums(tx, projectId);
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
