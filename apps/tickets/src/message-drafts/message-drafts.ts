import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type {
  DeleteMessageDraftRequest,
  DeleteMessageDraftResponse,
  GetMessageDraftRequest,
  GetMessageDraftResponse,
  ListDraftedTicketsRequest,
  ListDraftedTicketsResponse,
  MessageDraft,
  PutMessageDraftRequest,
  PutMessageDraftResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_drafts_service';
import type { CallContext } from '@parley/rpc';
import type { ReplyRecipients } from '../core';
import type { Deps } from '../deps';
import { readMessage, readRecipients } from '../messages';
import { requireTicket } from '../tickets';
import {
  deleteDraft,
  type DraftKey,
  type DraftRow,
  type DraftView,
  findDraftedTickets,
  findDrafts,
  saveDraft,
} from './message-draft.store';

const findAuthor = (context: CallContext): Omit<DraftKey, 'ticketId'> & { isSuggestion: boolean } => {
  const { projectId, actor } = projectScope(context.scope);
  return {
    projectId,
    authorId: 'id' in actor ? actor.id : '',
    isSuggestion: actor.type === 'service',
  };
};

const findKey = (context: CallContext, ticketId: string): DraftKey & { isSuggestion: boolean } => ({
  ...findAuthor(context),
  ticketId,
});

const present = (row: DraftView): MessageDraft => ({
  ticket: row.ticketId,
  user: {
    id: row.authorId,
    firstName: row.firstName ?? undefined,
    lastName: row.lastName ?? undefined,
    email: row.email ?? undefined,
    profileImageUrl: row.profileImageUrl ?? undefined,
  },
  comment: row.content ?? undefined,
  plainContent: row.plainContent ?? undefined,
  isNote: row.isNote,
  attachments: row.attachments,
  to: row.recipients.to ?? [],
  cc: row.recipients.cc ?? [],
  bcc: row.recipients.bcc ?? [],
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The caller's draft in a ticket, and those of service accounts. */
export const getMessageDraft = async (
  deps: Deps,
  { ticketId }: GetMessageDraftRequest,
  context: CallContext,
): Promise<GetMessageDraftResponse> => {
  const key = findKey(context, ticketId);
  await requireTicket(deps.db, key.projectId, ticketId);
  const found = await findDrafts(deps.db, key);
  const isOwn = (row: DraftRow): boolean => row.authorId === key.authorId;
  const own = found.find(isOwn);
  return { draft: own && present(own), suggestions: found.filter((row) => !isOwn(row)).map(present) };
};

/** The tickets in which the caller has a draft. */
export const listDraftedTickets = async (
  { db }: Deps,
  _: ListDraftedTicketsRequest,
  context: CallContext,
): Promise<ListDraftedTicketsResponse> => ({ ticketIds: await findDraftedTickets(db, findAuthor(context)) });

const addresses = (list: ReplyRecipients['to']): string[] | undefined => list?.map(({ address }) => address);

/** Keeps the caller's draft. It has the bounds of a message, so that it can be sent as it is. */
export const putMessageDraft = async (
  deps: Deps,
  { ticketId, ...request }: PutMessageDraftRequest,
  context: CallContext,
): Promise<PutMessageDraftResponse> => {
  const key = findKey(context, ticketId);
  if (!isId(ticketId)) throw notFound('ticket');
  const { content, plainContent, isNote, attachments } = await readMessage(request);
  const { to, cc, bcc } = readRecipients(request, { isNote });
  const recipients = { to: addresses(to), cc: addresses(cc), bcc: addresses(bcc) };
  const author = await deps.references.author(context, projectScope(context.scope));
  const updatedAt = deps.clock();
  const row = { ...key, content, plainContent, isNote, attachments, recipients, updatedAt };
  const createdAt = await saveDraft(deps.db, row);
  if (!createdAt) throw notFound('ticket');
  const names = { firstName: null, lastName: null, email: null, profileImageUrl: null };
  return { draft: present({ ...names, ...author, ...row, createdAt }) };
};

/** Deletes the caller's draft, or a suggestion. */
export const deleteMessageDraft = async (
  deps: Deps,
  { ticketId, author }: DeleteMessageDraftRequest,
  context: CallContext,
): Promise<DeleteMessageDraftResponse> => {
  const key = findKey(context, ticketId);
  await requireTicket(deps.db, key.projectId, ticketId);
  const authorId = author ?? key.authorId;
  await deleteDraft(deps.db, { ...key, authorId }, { suggestion: authorId !== key.authorId });
  return {};
};
