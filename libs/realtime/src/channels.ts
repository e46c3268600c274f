import { isId } from '@parley/persistence';

/** A channel of the realtime service. */
export type Channel =
  | { kind: 'session'; svcId: string }
  | { kind: 'user'; svcId: string }
  | { kind: 'project'; projectId: string }
  | { kind: 'project-presence'; projectId: string }
  | { kind: 'ticket-presence'; ticketId: string };

const PREFIXES = [
  ['private-session-', 'session', 'svcId'],
  ['#server-to-user-', 'user', 'svcId'],
  ['private-project-', 'project', 'projectId'],
  ['presence-project-', 'project-presence', 'projectId'],
  ['presence-ticket-', 'ticket-presence', 'ticketId'],
] as const;

/** The channel of a contact. */
export const sessionChannel = (svcId: string): string => `private-session-${svcId}`;

/** Reads the name of a channel; undefined for one that there is not. */
export const parseChannel = (name: string): Channel | undefined => {
  for (const [prefix, kind, member] of PREFIXES) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const isName = member === 'svcId' ? rest !== '' && rest.length <= 128 : isId(rest);
    if (isName) return { kind, [member]: rest } as unknown as Channel;
  }
  return undefined;
};

/** Subject of the broadcasts of a contact's stream. */
export const contactSubject = (projectId: string, contactId: string): string =>
  `stream.${projectId}.contact.${contactId}`;

/** Subject of the broadcasts of a project's stream. */
export const projectSubject = (projectId: string): string => `stream.${projectId}.project`;

/** Subject of what ends connections of a contact. */
export const endSubject = (projectId: string, contactId: string): string => `end.${projectId}.${contactId}`;

/** Subject of the broadcasts of a presence channel. */
export const presenceSubject = (projectId: string, channel: string): string =>
  `presence.${projectId}.${channel}`;

/** Subject of what takes over the connections of a project's devices. */
export const takeoverSubject = (projectId: string): string => `takeover.${projectId}`;
