import type { HistoryView } from '../logs';
import { type MessageKind, messageKind } from '../core';
import type { AuditedMessage, Creation } from './audit.store';

/** One row of an audit trail. */
export interface AuditEvent {
  at: Date;
  actor: string;
  /** Blank when the system acted. */
  actorEmail: string;
  eventType: string;
  detail: string;
  content: string;
}

const SYSTEM = 'system';
const BOT = 'bot';

const readActor = ({
  actor,
  actorName,
  actorEmail,
}: Pick<Creation, 'actor' | 'actorName' | 'actorEmail'>): Pick<AuditEvent, 'actor' | 'actorEmail'> => ({
  actor: actorName ?? actorEmail ?? actor?.id ?? actor?.type ?? SYSTEM,
  actorEmail: actorEmail ?? '',
});

/** The creation of the ticket. */
export const creationEvent = (creation: Creation): AuditEvent => ({
  at: creation.at,
  ...readActor(creation),
  eventType: 'created',
  detail: `${creation.type} #${creation.bugId}`,
  content: [creation.title, creation.text].filter((text) => text !== null).join('\n'),
});

const kindNames: Readonly<Record<MessageKind, string>> = {
  reply: 'reply',
  note: 'note',
  contact: 'contact_message',
  internal: 'suggestion',
};

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const readAuthor = (message: AuditedMessage): Pick<AuditEvent, 'actor' | 'actorEmail'> => {
  const { authorName, authorEmail, fallbackUser, bot, userId, sessionId } = message;
  if (authorName !== null) return { actor: authorName, actorEmail: authorEmail ?? '' };
  const name = asText(fallbackUser?.username);
  if (name !== undefined) return { actor: name, actorEmail: asText(fallbackUser?.email) ?? '' };
  return { actor: userId ?? sessionId ?? (bot ? BOT : SYSTEM), actorEmail: authorEmail ?? '' };
};

/** A message, note or reply in a thread. */
export const messageEvent = (message: AuditedMessage): AuditEvent => {
  const { attachments, mergedFrom } = message;
  const details = [
    ...(mergedFrom === null ? [] : [`merged from #${mergedFrom}`]),
    ...(attachments.length === 0 ? [] : [`attachments: ${attachments.map(({ name }) => name).join(', ')}`]),
  ];
  return {
    at: message.at,
    ...readAuthor(message),
    eventType: message.replyToId === null ? kindNames[messageKind(message)] : 'thread_reply',
    detail: details.join('; '),
    content: message.plainContent ?? '',
  };
};

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A value in the words of the audit trail: the name for an identifier, else itself. */
const shown = (value: unknown, name: string | null): string => {
  if (value === null || value === undefined) return 'none';
  if (name !== null) return name;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};

/** A change of a field. */
export const changeEvent = (change: HistoryView): AuditEvent => ({
  at: change.at,
  ...readActor(change),
  eventType: `${snakeCase(change.field)}_changed`,
  detail: `${shown(change.from, change.fromName)} -> ${shown(change.to, change.toName)}`,
  content: '',
});
