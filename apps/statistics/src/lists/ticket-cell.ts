import type { Cell } from './table';

/** The cell of a ticket; one without a title is called by its number. */
export const ticketCell = ({
  ticketId,
  title,
  bugId,
}: {
  ticketId: string;
  title: string | null;
  bugId: number;
}): Cell => ({ value: title || `Ticket #${bugId}`, id: ticketId });
