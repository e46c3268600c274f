import { createRowTexts } from '@parley/cache';
import type { Sql } from '@parley/persistence';
import { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import {
  presentTicket,
  findSearchableVersions,
  findTickets,
  findTicketVersions,
  findVersionedTickets,
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

/** Tickets as JSON text. */
export interface TicketTexts {
  /** A page of a list, as a JSON array. The first parameter is the project. */
  page(query: TicketQuery): Promise<{ text: string; count: number }>;
  /** Those of the hits that search shows, in their order, as a JSON array. */
  hits(projectId: string, found: readonly Found[]): Promise<string>;
}

const toTicketText = (row: TicketView): TicketText => ({
  id: row.id,
  open: JSON.stringify(Ticket.fromPartial(presentTicket({ ...row, score: null }))).slice(0, -1),
  score: row.score,
});

const listed = ({ open, score }: TicketText): string =>
  score === null ? `${open}}` : `${open},"score":${JSON.stringify(score)}}`;

const hit = ({ open }: TicketText, { score, highlight }: Found): string =>
  `${open},"score":${JSON.stringify(score)},"highlight":${JSON.stringify(highlight)}}`;

/** Keeps the JSON text of tickets beside the versions of the rows that it is made of. */
export const createTicketTexts = (sql: Sql): TicketTexts => {
  const texts = createRowTexts<VersionedTicket, TicketText>({
    present: toTicketText,
    countCharacters: ({ open }) => open.length,
  });
  return {
    page: async (query) => {
      const projectId = query.params[0] as string;
      const versions = await findTicketVersions(sql, query);
      const known = await texts.of(projectId, versions, (missing) =>
        findVersionedTickets(sql, projectId, missing),
      );
      // One that changed between the two looks may belong to the page no more.
      const page = known ?? (await findTickets(sql, query)).map(toTicketText);
      return { text: `[${page.map(listed).join(',')}]`, count: page.length };
    },
    hits: async (projectId, found) => {
      const ids = found.map(({ id }) => id);
      const versions = await findSearchableVersions(sql, projectId, ids);
      const known = await texts.of(projectId, versions, (missing) =>
        findVersionedTickets(sql, projectId, missing),
      );
      const tickets = known ?? (await getTickets(sql, projectId, ids)).filter(isSearchable).map(toTicketText);
      const byId = new Map(tickets.map((text) => [text.id, text]));
      const shown = found.flatMap((one) => {
        const text = byId.get(one.id);
        return text ? [hit(text, one)] : [];
      });
      return `[${shown.join(',')}]`;
    },
  };
};
