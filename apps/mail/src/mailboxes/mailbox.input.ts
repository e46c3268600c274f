import { comparableEmail, isEmail } from '@parley/addresses';
import { type FieldProblem, invalid } from '@parley/errors';
import type { Outbound } from '@parley/outbound';
import { OutboundError } from '@parley/outbound';
import type {
  CreateMailboxRequest,
  MailboxIncomingInput,
  MailboxOutgoingInput,
  UpdateMailboxRequest,
} from '@parley/proto/generated/parley/mail/v1/mailboxes_service';
import { isEmptyRichText, normalizeRichText, type RichText } from '@parley/rich-text';
import { isIPv6 } from 'node:net';
import type { Incoming, MailboxRow, Outgoing } from './mailbox';

/** Most bytes of a signature. */
const MAX_SIGNATURE_BYTES = 10_000;
/** Ports below this one belong to the system; of those only the ports of mail may be named. */
const FIRST_UNPRIVILEGED_PORT = 1024;
const mailPorts: ReadonlySet<number> = new Set([25, 143, 465, 587, 993]);

/** The parts of a mailbox that requests change. */
export type MailboxFields = Pick<
  MailboxRow,
  | 'name'
  | 'address'
  | 'fromName'
  | 'team'
  | 'signature'
  | 'incoming'
  | 'outgoing'
  | 'trustReplyTo'
  | 'quoteHistory'
>;

/** A request's mailbox, with the passwords that it sends. */
export interface MailboxChange {
  fields: MailboxFields;
  passwords: { incoming?: string | undefined; outgoing?: string | undefined };
}

type Sent = Partial<Omit<CreateMailboxRequest, 'incoming'>> &
  Pick<UpdateMailboxRequest, 'incoming' | 'nulls'>;

/**
 * The fields of a mailbox after a request: those that are left out stay, null clears.
 *
 * @param before Undefined for a new mailbox.
 * @throws DomainError `invalid` naming every wrong field.
 */
export const readMailbox = (
  outbound: Pick<Outbound, 'check'>,
  sent: Sent,
  before: MailboxRow | undefined,
): MailboxChange => {
  const problems: FieldProblem[] = [];
  const { nulls } = sent;
  const isCleared = (field: string): boolean => nulls.includes(field);
  for (const field of ['name', 'address', 'incoming'])
    if (isCleared(field)) problems.push({ field, message: 'cannot be cleared' });
  if (sent.address !== undefined && !isEmail(sent.address))
    problems.push({ field: 'address', message: 'must be an e-mail address' });
  const keep = <T>(field: string, value: T | undefined, former: T | null | undefined): T | null =>
    isCleared(field) ? null : (value ?? former ?? null);
  const incoming = readIncoming(sent.incoming, before, problems);
  const outgoing = isCleared('outgoing') ? null : readOutgoing(sent.outgoing, before, problems);
  problems.push(
    ...hostProblems(outbound, 'incoming', incoming),
    ...hostProblems(outbound, 'outgoing', outgoing),
  );
  const fields: MailboxFields = {
    name: sent.name ?? before?.name ?? '',
    address: sent.address === undefined ? (before?.address ?? '') : comparableEmail(sent.address),
    fromName: keep('fromName', sent.fromName, before?.fromName),
    team: keep('team', sent.team, before?.team),
    signature: readSignature(sent.signature, isCleared('signature') ? null : (before?.signature ?? null)),
    incoming,
    outgoing,
    trustReplyTo: keep('trustReplyTo', sent.trustReplyTo, before?.trustReplyTo) ?? false,
    quoteHistory: keep('quoteHistory', sent.quoteHistory, before?.quoteHistory) ?? false,
  };
  if (problems.length > 0) throw invalid(problems);
  return { fields, passwords: { incoming: sent.incoming?.password, outgoing: sent.outgoing?.password } };
};

const readSignature = (sent: unknown, before: RichText | null): RichText | null => {
  if (sent === undefined || sent === null) return before;
  const signature = normalizeRichText(sent, 'signature', MAX_SIGNATURE_BYTES);
  return isEmptyRichText(signature) ? null : signature;
};

const readIncoming = (
  sent: MailboxIncomingInput | undefined,
  before: MailboxRow | undefined,
  problems: FieldProblem[],
): Incoming => {
  const type = (sent?.type ?? before?.incoming.type) as Incoming['type'] | undefined;
  if (type === undefined) problems.push({ field: 'incoming.type', message: 'is required' });
  if (type !== 'imap') {
    for (const [field, value] of Object.entries(sent ?? {}))
      if (field !== 'type' && value !== undefined)
        problems.push({ field: `incoming.${field}`, message: 'is for IMAP only' });
    return { type: type ?? 'http' };
  }
  const former = before?.incoming;
  const merged: Incoming = {
    type,
    host: sent?.host ?? former?.host,
    port: sent?.port ?? former?.port ?? 993,
    secure: sent?.secure ?? former?.secure ?? true,
    user: sent?.user ?? former?.user,
    folder: sent?.folder ?? former?.folder ?? 'INBOX',
    after: (sent?.after as Incoming['after']) ?? former?.after ?? 'seen',
    moveTo: sent?.moveTo ?? former?.moveTo,
    since: sent?.since ?? former?.since,
  };
  for (const field of ['host', 'user'] as const)
    if (merged[field] === undefined) problems.push({ field: `incoming.${field}`, message: 'is required' });
  if (merged.after === 'move' && merged.moveTo === undefined)
    problems.push({ field: 'incoming.moveTo', message: 'is required when `after` is move' });
  if (before && isSameServer(former, merged) && before.incomingSecret !== null) return merged;
  if (sent?.password === undefined)
    problems.push({ field: 'incoming.password', message: 'is required for this server and user' });
  return merged;
};

const readOutgoing = (
  sent: MailboxOutgoingInput | undefined,
  before: MailboxRow | undefined,
  problems: FieldProblem[],
): Outgoing | null => {
  const former = before?.outgoing;
  if (!sent) return former ?? null;
  const host = sent.host ?? former?.host;
  if (host === undefined) problems.push({ field: 'outgoing.host', message: 'is required' });
  const secure = sent.secure ?? former?.secure ?? true;
  const merged = {
    host: host ?? '',
    port: sent.port ?? former?.port ?? (secure ? 465 : 587),
    secure,
    user: sent.user ?? former?.user,
  };
  const hasSecret = former && isSameServer(former, merged) && before?.outgoingSecret != null;
  if (merged.user !== undefined && !hasSecret && sent.password === undefined)
    problems.push({ field: 'outgoing.password', message: 'is required for this server and user' });
  return merged;
};

type Server = Pick<Outgoing, 'user'> & { host?: string | undefined; port?: number | undefined };

/** Whether a password of the one holds for the other: a caller must not have it sent to a server of their own. */
export const isSameServer = (one: Server | null | undefined, other: Server | null | undefined): boolean =>
  one?.host === other?.host && one?.port === other?.port && one?.user === other?.user;

const hostProblems = (
  outbound: Pick<Outbound, 'check'>,
  side: string,
  server: { host?: string | undefined; port?: number | undefined } | null,
): FieldProblem[] => {
  const { host, port } = server ?? {};
  if (!host || port === undefined) return [];
  if (port < FIRST_UNPRIVILEGED_PORT && !mailPorts.has(port))
    return [{ field: `${side}.port`, message: `must be ${[...mailPorts].join(', ')} or from 1024 on` }];
  try {
    outbound.check(`https://${isIPv6(host) ? `[${host}]` : host}/`);
    return [];
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const isForbidden = error.code === 'forbidden_address';
    return [{ field: `${side}.host`, message: isForbidden ? error.message : 'must be the name of a host' }];
  }
};
