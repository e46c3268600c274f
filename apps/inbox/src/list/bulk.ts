import type { Ticket, TicketsBulkUpdateBody, TicketsUpdateBody } from '@parley/client';
import {
  current,
  findView,
  learn,
  list,
  noteChanged,
  refreshCounts,
  refreshList,
  reread,
  say,
  tellFailure,
  findTicket,
  toast,
} from '../core';
import { toLane } from './lane';
import { markAgain, markOnly, type Marks, markView, readMarks } from './marked';

/** Most tickets that the API takes for one reply. */
export const MOST_REPLIED = 500;
/** Most tickets that change without a question; their closing can be undone. */
export const MOST_UNASKED = 200;
/** Most tickets of a change of tags: each is a request. */
const MOST_TAGGED = 1_000;
/** Requests at the same time. */
const AT_ONCE = 4;
/** Tickets of one read. */
const READ = 1_000;
/** Most failures that are named. */
const NAMED = 3;
/** The largest changes take minutes. */
const TIMEOUT_MS = 600_000;
const SHOWN_MS = 15_000;

type Selection = TicketsBulkUpdateBody['selection'];
export type BulkAction = TicketsBulkUpdateBody['action'];

interface Failure {
  ticketId: string;
  code: string;
}

/** Whether only a list has the filters of a view: the marks of a person are no filter of a selection. */
const isOwn = (view: string): boolean => JSON.stringify(findView(view).query()).includes('unreadForMe');

/** The tickets as the bulk operations name them. */
const select = async (marks: Marks): Promise<Selection> => {
  const { ids, view } = marks;
  if (view === undefined) return { ids: [...ids] };
  if (isOwn(view)) return { ids: (await readAll(marks)).map(({ id }) => id) };
  return { query: toLane(findView(view).query()) };
};

/** The tickets themselves; those of a whole view are read. */
const readAll = async ({ ids, view }: Marks): Promise<Ticket[]> => {
  if (view === undefined) return ids.flatMap((id) => findTicket(id).peek() ?? []);
  const found: Ticket[] = [];
  const query = findView(view).query();
  for (;;) {
    const { tickets } = await current().parley.tickets.list({ ...query, skip: found.length, limit: READ });
    found.push(...tickets);
    if (tickets.length < READ) return found;
  }
};

const nameTicket = (id: string): string => {
  const ticket = findTicket(id).peek();
  return ticket ? `#${ticket.bugId} ${ticket.title ?? ''}`.trim() : id;
};

/** Says how it went. Tickets that failed are marked again. @returns Drops the message. */
const report = (
  total: number,
  failures: readonly Failure[],
  text: string,
  undo?: () => void,
): (() => void) => {
  markAgain(failures.map(({ ticketId }) => ticketId));
  refreshList();
  refreshCounts();
  if (failures.length > 0) {
    const names = failures.slice(0, NAMED).map(({ ticketId, code }) => `${nameTicket(ticketId)} (${code})`);
    const rest = failures.length > NAMED ? ', …' : '';
    const values = { count: failures.length, total, names: names.join(', ') + rest };
    toast(say('bulk.failed', values), { isFailure: true, ms: SHOWN_MS });
  }
  if (failures.length >= total) return () => undefined;
  const action = undo && { label: say('undo'), run: undo };
  return toast(text, { ...(action && { action, ms: SHOWN_MS }) });
};

/** Runs something for each, few at a time. @returns What failed. */
const forEach = async (
  tickets: readonly Ticket[],
  run: (ticket: Ticket) => Promise<unknown>,
): Promise<Failure[]> => {
  const waiting = [...tickets];
  const failures: Failure[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { id: ticketId } = next;
      await run(next).catch((error: unknown) => {
        failures.push({ ticketId, code: (error as Error).message });
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
};

/** Shows a message as long as something runs. @returns Whether it ended well. */
const during = async (count: number, run: () => Promise<unknown>): Promise<boolean> => {
  const done = toast(say('bulk.running', { count }), { ms: TIMEOUT_MS });
  try {
    await run();
    return true;
  } catch (error) {
    tellFailure(error);
    return false;
  } finally {
    done();
  }
};

/** Takes the marks for a change; they are back when it fails. */
const withMarks = async (run: (marks: Marks) => Promise<unknown>): Promise<void> => {
  const marks = readMarks();
  markOnly();
  const isDone = await during(marks.count, () => run(marks));
  if (!isDone && marks.view !== undefined && marks.view === list.value.key) markView();
  else if (!isDone) markAgain(marks.ids);
};

/** Changes all marked tickets. */
export const updateMarked = (
  changes: readonly { action: BulkAction; payload?: Record<string, unknown> }[],
): Promise<void> =>
  withMarks(async (marks) => {
    // The first of several changes may move tickets out of the view.
    const selection =
      changes.length > 1 && marks.view !== undefined
        ? { ids: (await readAll(marks)).map(({ id }) => id) }
        : await select(marks);
    const isClosing = changes[0]?.action === 'close' && marks.count <= MOST_UNASKED;
    const before = isClosing ? await readAll(marks) : [];
    const byId = new Map<string, Failure>();
    noteChanged([...marks.ids]);
    for (const change of changes) {
      const options = { timeout: TIMEOUT_MS };
      const answer = await current().parley.tickets.bulkUpdate({ ...change, selection }, options);
      for (const failure of answer.failed) byId.set(failure.ticketId, failure);
    }
    marks.ids.forEach(reread);
    const undo = (): void => {
      drop();
      void reopenAll(before);
    };
    const text = say('bulk.done', { count: marks.count - byId.size });
    const drop = report(marks.count, [...byId.values()], text, before.length > 0 ? undo : undefined);
  });

/** Gives closed tickets the state that they had. */
const reopenAll = async (before: readonly Ticket[]): Promise<void> => {
  const closed = before.filter(({ status }) => status !== 'DONE');
  await during(closed.length, async () => {
    const failed = await forEach(closed, async ({ id, status, snoozedUntil }) => {
      const body = snoozedUntil === undefined ? { status } : { snoozedUntil };
      learn([await current().parley.tickets.update(id, body)]);
    });
    report(closed.length, failed, say('bulk.undone', { count: closed.length - failed.length }));
  });
};

/** Adds a tag to all marked tickets, or removes it. Each is a request: the API has no bulk action for tags. */
export const tagMarked = async (tag: string, isAdded: boolean): Promise<void> => {
  if (readMarks().count > MOST_TAGGED)
    return void toast(say('bulk.many', { most: MOST_TAGGED }), { isFailure: true });
  const body: TicketsUpdateBody = isAdded ? { addTags: [tag] } : { removeTags: [tag] };
  await withMarks(async (marks) => {
    const tickets = (await readAll(marks)).filter(({ tags }) => tags.includes(tag) !== isAdded);
    const failed = await forEach(tickets, async ({ id }) =>
      learn([await current().parley.tickets.update(id, body)]),
    );
    report(marks.count, failed, say('bulk.done', { count: marks.count - failed.length }));
  });
};

/** Answers all marked tickets. @param batchId Sent again with the same one, no ticket gets the answer twice. */
export const replyToMarked = async (comment: string, batchId: string): Promise<void> => {
  const marks = readMarks();
  const { sent, scheduled, deduplicated, failures } = await current().parley.tickets.bulkReply(
    { selection: await select(marks), comment, batchId },
    { timeout: TIMEOUT_MS },
  );
  markOnly();
  const key = scheduled > 0 ? 'bulk.reply.scheduled' : 'bulk.reply.sent';
  report(marks.count, failures, say(key, { count: scheduled > 0 ? scheduled : sent + deduplicated }));
};
