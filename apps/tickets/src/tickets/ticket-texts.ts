import { createRowTexts } from '@parley/cache';
import type { Sql } from '@parley/persistence';
import { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import {
  presentTicket,
  findSearchableVersions,
  findTickets,
  findTicketVersions,
  findVersionedTickets,
  type IsUnread,
  type ReadVersion,
  type TicketQuery,
  type VersionedTicket,
  isSearchable,
  type TicketView,
  getTickets,
} from '../core';

/** A ticket's document as JSON text, without the parts that depend on the answer. */
interface TicketText {
  id: string;
  /** Without its score and the brace at its end. */
  open: string;
  score: number | null;
}

/** The data of a hit beside its ticket. */
export interface Found {
  id: string;
  /** Instead of the stored score. */
  score: number;
  highlight: Readonly<Record<string, string>>;
}

/** Tickets as JSON text, with the readings of the person `userId`; without one these are omitted. */
export interface TicketTexts {
  /** A page of a list, as a JSON array. The first parameter is the project. */
  page(query: TicketQuery, userId: string | null): Promise<{ text: string; count: number }>;
  /** Those of the hits that search shows, in their order, as a JSON array. */
  hits(projectId: string, found: readonly Found[], userId: string | null): Promise<string>;
}

const toTicketText = (row: TicketView): TicketText => ({
  id: row.id,
  open: JSON.stringify(Ticket.fromPartial(presentTicket({ ...row, score: null }))).slice(0, -1),
  score: row.score,
});

/** A text beside whether its ticket is unread for the person who asks; null without a person. */
type ReadText = readonly [TicketText, boolean | null];

const opened = ([{ open }, isUnread]: ReadText): string =>
  isUnread === null ? open : `${open},"unreadForMe":${isUnread}`;

const listed = (text: ReadText): string => {
  const [{ score }] = text;
  return score === null ? `${opened(text)}}` : `${opened(text)},"score":${JSON.stringify(score)}}`;
};

const hit = (text: ReadText, { score, highlight }: Found): string =>
  `${opened(text)},"score":${JSON.stringify(score)},"highlight":${JSON.stringify(highlight)}}`;

/** Keeps the JSON text of tickets beside the versions of the rows that it is made of. */
export const createTicketTexts = (sql: Sql, isUnread: IsUnread): TicketTexts => {
  const texts = createRowTexts<VersionedTicket, TicketText>({
    present: toTicketText,
    countCharacters: ({ open }) => open.length,
  });
  const withReading = (known: readonly TicketText[], versions: readonly ReadVersion[]): ReadText[] => {
    const unread = new Map(versions.map(({ id, isUnread }) => [id, isUnread]));
    return known.map((text) => [text, unread.get(text.id) ?? null]);
  };
  const present = async (
    projectId: string,
    rows: readonly TicketView[],
    userId: string | null,
  ): Promise<ReadText[]> => {
    if (userId === null) return rows.map((row) => [toTicketText(row), null]);
    return Promise.all(
      rows.map(async (row) => [toTicketText(row), await isUnread({ projectId, ticketId: row.id, userId })]),
    );
  };
  return {
    page: async (query, userId) => {
      const projectId = query.params[0] as string;
      const versions = await findTicketVersions(sql, query, userId);
      const known = await texts.of(projectId, versions, (missing) =>
        findVersionedTickets(sql, projectId, missing),
      );
      // One that changed between the two looks may belong to the page no more.
      const page = known
        ? withReading(known, versions)
        : await present(projectId, await findTickets(sql, query), userId);
      return { text: `[${page.map(listed).join(',')}]`, count: page.length };
    },
    hits: async (projectId, found, userId) => {
      const ids = found.map(({ id }) => id);
      const versions = await findSearchableVersions(sql, projectId, ids, userId);
      const known = await texts.of(projectId, versions, (missing) =>
        findVersionedTickets(sql, projectId, missing),
      );
      const tickets = known
        ? withReading(known, versions)
        : await present(projectId, (await getTickets(sql, projectId, ids)).filter(isSearchable), userId);
      const byId = new Map(tickets.map((text) => [text[0].id, text]));
      const shown = found.flatMap((one) => {
        const text = byId.get(one.id);
        return text ? [hit(text, one)] : [];
      });
      return `[${shown.join(',')}]`;
    },
  };
};
