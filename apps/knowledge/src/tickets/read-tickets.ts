import { computeSignature, toSignedBytes } from '@parley/ai';
import { redact } from '@parley/answers';
import { goneAmong } from '@parley/events';
import type { TicketText } from '@parley/proto/generated/parley/tickets/v1/ticket_text_service';
import { mapInTurns } from '@parley/timing';
import { createHash } from 'node:crypto';
import type { Deps } from '../deps';
import { type Source, endSourceMarks } from '../sources';
import { forgetTickets, getKnownVectors, type TicketVector, writeTicketVectors } from './ticket-vector.store';

interface Part {
  ticketId: string;
  part: number;
  text: string;
  hash: string;
}

/**
 * The parts of a ticket that are compared: title and description separately, because messages would outweigh them, and the whole
 * text.
 */
export const toParts = ({ ticketId, title, content, text }: TicketText): Part[] =>
  [`${title}\n${content}`, text]
    .map(redact)
    .flatMap((one, part) =>
      /[\p{L}\p{N}]/u.test(one)
        ? [{ ticketId, part, text: one, hash: createHash('sha256').update(one).digest('base64') }]
        : [],
    );

/** Recomputes the vectors of marked tickets if their public texts changed, and deletes those of tickets that no longer exist. */
export const ticketSource = ({ db, tickets, space }: Pick<Deps, 'db' | 'tickets' | 'space'>): Source => ({
  kind: 'ticket',
  probe: (projectId) => Promise.all([tickets.texts(projectId, [], false), space.probe()]),
  findContact: async (projectId, id) => (await tickets.texts(projectId, [id], false))[0]?.sessionId,
  read: async (projectId, marks) => {
    const ids = marks.map(({ id }) => id);
    const [texts, known] = await Promise.all([
      tickets.texts(projectId, ids, true),
      getKnownVectors(db, projectId, ids),
    ]);
    const current = space.current();
    const parts = texts.flatMap(toParts);
    const isKept = ({ ticketId, part, hash }: Part): boolean =>
      known.some(
        (one) => one.ticketId === ticketId && one.part === part && one.hash === hash && one.model === current,
      );
    const fresh = parts.filter((part) => !isKept(part));
    const { space: model, vectors } =
      fresh.length > 0 ? await space.embed(fresh.map(({ text }) => text)) : { space: '', vectors: [] };
    const stored = await mapInTurns(vectors, (vector) => ({
      model,
      signature: computeSignature(vector),
      vector: toSignedBytes(vector),
    }));
    const toVector = (part: Part): TicketVector => {
      const made = stored[fresh.indexOf(part)];
      return { part: part.part, hash: part.hash, ...(made && { made }) };
    };
    await db.transaction(async (tx) => {
      // The tickets service may not have heard yet that a contact was deleted. Contacts are held before marks are ended, as
      // where a contact is deleted.
      const gone = await goneAmong(tx, projectId, [
        ...new Set(texts.flatMap(({ sessionId }) => sessionId ?? [])),
      ]);
      // A ticket that changed during this is read once more.
      const ended = await endSourceMarks(tx, 'ticket', projectId, marks);
      const found = texts.filter(({ ticketId }) => ended.has(ticketId));
      const kept = found.filter(({ sessionId }) => sessionId === undefined || !gone.has(sessionId));
      const keptIds = new Set(kept.map(({ ticketId }) => ticketId));
      const left = [...ended].filter((id) => !keptIds.has(id));
      if (left.length > 0) await forgetTickets(tx, projectId, left);
      await writeTicketVectors(
        tx,
        projectId,
        kept.map(({ ticketId, sessionId }) => ({
          ticketId,
          sessionId,
          vectors: parts.filter((part) => part.ticketId === ticketId).map(toVector),
        })),
      );
    });
  },
});
