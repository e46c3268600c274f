import { signatureOf, toSignedBytes } from '@parley/ai';
import { redact } from '@parley/answers';
import { type TicketText } from '@parley/proto/generated/parley/tickets/v1/ticket_text_service';
import { createHash } from 'node:crypto';
import { type Deps } from '../deps';
import { type Source } from '../sources/read-sources';
import { endSourceMark } from '../sources/source-mark.store';
import { isGone } from './gone-contact.store';
import { forgetTickets, getKnownVectors, type TicketVector, writeTicketVectors } from './ticket-vector.store';

interface Part {
  ticketId: string;
  part: number;
  text: string;
  hash: string;
}

/** What is compared of a ticket: title and description by themselves, because messages would drown them, and everything. */
const partsOf = ({ ticketId, title, content, text }: TicketText): Part[] =>
  [`${title}\n${content}`, text]
    .map(redact)
    .flatMap((one, part) =>
      /[\p{L}\p{N}]/u.test(one)
        ? [{ ticketId, part, text: one, hash: createHash('sha256').update(one).digest('base64') }]
        : [],
    );

/** Makes the vectors of marked tickets anew where their public texts changed, and forgets those that are not to be found. */
export const ticketSource = ({ db, tickets, space }: Pick<Deps, 'db' | 'tickets' | 'space'>): Source => ({
  kind: 'ticket',
  probe: (projectId) => Promise.all([tickets.texts(projectId, [], false), space.probe()]),
  read: async (projectId, marks) => {
    const ids = marks.map(({ id }) => id);
    const [texts, known] = await Promise.all([
      tickets.texts(projectId, ids, true),
      getKnownVectors(db, projectId, ids),
    ]);
    const current = space.current();
    const parts = texts.flatMap(partsOf);
    const isKept = ({ ticketId, part, hash }: Part): boolean =>
      known.some(
        (one) => one.ticketId === ticketId && one.part === part && one.hash === hash && one.model === current,
      );
    const fresh = parts.filter((part) => !isKept(part));
    const { space: model, vectors } =
      fresh.length > 0 ? await space.embed(fresh.map(({ text }) => text)) : { space: '', vectors: [] };
    const vectorOf = (part: Part): TicketVector => {
      const vector = vectors[fresh.indexOf(part)];
      const made = vector && { model, signature: signatureOf(vector), vector: toSignedBytes(vector) };
      return { part: part.part, hash: part.hash, ...(made && { made }) };
    };
    for (const mark of marks)
      await db.transaction(async (tx) => {
        if (!(await endSourceMark(tx, 'ticket', mark))) return;
        const ticket = texts.find(({ ticketId }) => ticketId === mark.id);
        // The tickets service may not have heard yet that the contact was deleted.
        const contactId = ticket?.sessionId;
        const isLeft = contactId !== undefined && (await isGone(tx, projectId, contactId));
        if (!ticket || isLeft) return forgetTickets(tx, projectId, [mark.id]);
        const own = parts.filter(({ ticketId }) => ticketId === mark.id).map(vectorOf);
        await writeTicketVectors(tx, { projectId, ticketId: mark.id, sessionId: ticket.sessionId }, own);
      });
  },
});
