import type { Sql } from '@parley/persistence';
import {
  followTickets,
  isSeen,
  historyRows,
  type ChangeOrigin,
  type TicketRow,
  type TicketView,
  findChanges,
  ticketUpdated,
  type TicketPatch,
  lockTickets,
} from '../core';
import { type Assignment, assignTickets, type TeamRules } from '../assignment';
import { lockCounts, writeTickets } from './bulk-update.store';

/** A change that is the same for many tickets. */
export interface SetChange {
  patch: TicketPatch;
  /** What documents show of a user or team that the change refers to. */
  shown: Partial<TicketView>;
  origin: ChangeOrigin;
  /** How the team that the tickets come to chooses who gets them. */
  rules?: TeamRules | undefined;
  /** Which of the tickets change, as they are once they are locked; all without it. */
  applies?: (row: TicketView) => boolean;
}

interface Changed {
  before: TicketView;
  after: TicketView;
  properties: string[];
  names: string[];
  history: ReturnType<typeof historyRows>;
}

const changeOne = (
  row: TicketView,
  { patch, shown, origin }: SetChange,
  assigned: Assignment | undefined,
): Changed | undefined => {
  const { actor, now, keepsActivity } = origin;
  const whole = { ...patch, columns: { ...patch.columns, ...assigned?.columns } };
  const { columns, changed, history } = findChanges(row, whole, now);
  if (changed.length === 0) return undefined;
  const { projectId, id } = row;
  const isChangeForContact = isSeen({ before: row, after: { ...row, ...columns } });
  return {
    before: row,
    after: {
      ...row,
      ...shown,
      ...assigned?.shown,
      ...columns,
      updatedAt: now,
      ...(!keepsActivity && { lastActivity: now }),
      ...(isChangeForContact && { contactUpdatedAt: now }),
    },
    properties: Object.keys(columns),
    names: changed,
    history: historyRows({ projectId, ticketId: id, at: now, actor, entries: history }),
  };
};

/**
 * Changes a set of tickets by the rules of a single update, but writes them in one statement and emits events that workflows
 * ignore. Answers the ids that exist; unchanged tickets are not written.
 */
export const updateSet = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
  change: SetChange,
): Promise<Set<string>> => {
  const rows = await lockTickets(tx, projectId, ids);
  const found = new Set(rows.map(({ id }) => id));
  const wanted = change.applies ? rows.filter(change.applies) : rows;
  const { rules, origin } = change;
  const assigned = await assignTickets(tx, wanted, change.patch.columns, { rules, now: origin.now });
  const changed = wanted.flatMap((row) => changeOne(row, change, assigned.get(row.id)) ?? []);
  if (changed.length === 0) return found;
  const properties = new Set(changed.flatMap((one) => one.properties));
  await writeTickets(tx, projectId, {
    properties: [...properties, 'updatedAt', 'lastActivity', 'contactUpdatedAt'] as (keyof TicketRow)[],
    rows: changed.map(({ after }) => after),
    history: changed.flatMap(({ history }) => history),
    events: changed.map(({ after, names, history }) =>
      ticketUpdated(after, { changed: names, history, bulk: true }, change.origin.headers),
    ),
  });
  await followTickets(tx, projectId, changed, origin.headers);
  if (properties.has('status') || properties.has('archived')) {
    await lockCounts(
      tx,
      projectId,
      changed.flatMap(({ before, after }) => [before, after]),
    );
  }
  return found;
};
