import { defineJob, doubling, type Doer } from '@parley/jobs';
import type { Database, Sql } from '@parley/persistence';
import type { Deps } from '../deps';
import { markSources } from './source-mark.store';
import { takeFaq } from './take-faq';
import { findTakeover, moveTakeover, type Position } from './takeover.store';

/** Takes over what existed before the service's first start: articles, tickets or accepted suggestions, the job's key. */
export const takeoverJob = defineJob<object>({ name: 'taking over', backoff: doubling(1_000, 30_000) });

interface Takeover {
  kind: string;
  /** Reads what follows a position. */
  read(after: Position): Promise<{ page: Position[]; take: (tx: Sql) => Promise<void> }>;
}

const takeNext = async (
  { db, clock }: { db: Database; clock: () => Date },
  { kind, read }: Takeover,
): Promise<boolean> => {
  const from = await findTakeover(db, kind);
  if (!from) return false;
  const { page, take } = await read(from);
  const last = page.at(-1);
  await db.transaction(async (tx) => {
    const hasMoved = await moveTakeover(tx, kind, { from, to: last ?? from, doneAt: last ? null : clock() });
    if (hasMoved) await take(tx);
  });
  return last !== undefined;
};

/** Who does it, page by page. Each page and how far it reaches are one transaction, so that a crash repeats a page at most. */
export const createTakeover = (deps: Pick<Deps, 'db' | 'clock' | 'helpcenter' | 'tickets'>): Doer<object> => {
  const ofKind = (kind: 'article' | 'ticket', list: (after: Position) => Promise<Position[]>): Takeover => ({
    kind,
    read: async (after) => {
      const page = await list(after);
      return { page, take: (tx) => markSources(tx, kind, page) };
    },
  });
  const all: Takeover[] = [
    ofKind('article', (after) => deps.helpcenter.listArticles(after)),
    ofKind('ticket', (after) => deps.tickets.list(after)),
    {
      kind: 'faq',
      read: async (after) => {
        const faqs = await deps.tickets.faqs(after);
        return {
          page: faqs.map(({ project, id }) => ({ projectId: project, id })),
          take: async (tx) => {
            for (const faq of faqs) await takeFaq(tx, faq, deps.clock());
          },
        };
      },
    },
  ];
  return {
    handle: async (_payload, { key }) => {
      const one = all.find(({ kind }) => kind === key);
      const hasMore = one !== undefined && (await takeNext(deps, one));
      return hasMore ? { goOnAt: deps.clock() } : undefined;
    },
  };
};
