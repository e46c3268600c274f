import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  GenerateTicketDataRequest,
  GenerateTicketDataResponse,
} from '@parley/proto/generated/parley/tickets/v1/tracker_tickets_service';
import type { Deps } from '../deps';
import { draftTicket } from '../drafts';
import { getSource } from './source.store';

/** A title and a description made of a ticket; nothing is stored. */
export const generateTicketData = async (
  { db, ai }: Pick<Deps, 'db' | 'ai'>,
  { sourceTicketId, type }: GenerateTicketDataRequest,
  context: CallContext,
): Promise<GenerateTicketDataResponse> => {
  const { projectId } = projectScope(context.scope);
  const source = isId(sourceTicketId) ? await getSource(db, projectId, sourceTicketId) : undefined;
  if (!source) throw notFound('ticket');
  const { title, description, plainContent, fromContact, fromTeam } = source;
  const texts = [description, plainContent, ...fromContact, ...fromTeam].filter(
    (text): text is string => text !== null && text.trim() !== '',
  );
  return draftTicket(ai, { type, title: title ?? undefined, texts }, context.signal);
};
