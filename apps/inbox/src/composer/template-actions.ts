import type { MessageAction, TicketsUpdateBody } from '@parley/client';
import { snooze, snoozeTimes } from '../actions';
import { change, current, members, toName, say, teams, type TextKey } from '../core';

const readTexts = (data: unknown, key: string): string[] => {
  const value = ((data ?? {}) as Record<string, unknown>)[key];
  return Array.isArray(value)
    ? value.filter((one) => typeof one === 'string')
    : typeof value === 'string'
      ? [value]
      : [];
};

/** Actions of a template that change the ticket, by type; all others are for the reader of the message. */
const kinds: Readonly<Record<string, (data: unknown) => TicketsUpdateBody | undefined>> = {
  close: () => ({ status: 'DONE' }),
  assign: (data) => {
    const [user] = readTexts(data, 'user');
    const [team] = readTexts(data, 'team');
    return user ? { processingUser: user } : team ? { processingTeam: team } : undefined;
  },
  tag: (data) => ({ addTags: readTexts(data, 'tags') }),
  priority: (data) => ({ priority: readTexts(data, 'priority')[0] as 'LOW' }),
};

const SNOOZE = 'snooze';

const findUntil = (data: unknown): Date | undefined => {
  const [wanted = 'tomorrow'] = readTexts(data, 'until');
  return snoozeTimes(new Date()).find(({ id }) => id === wanted)?.at;
};

/** Whether an action changes the ticket; others are for the reader of the message. */
export const isOfTicket = ({ type }: MessageAction): boolean =>
  Object.hasOwn(kinds, type.toLowerCase()) || type.toLowerCase() === SNOOZE;

/** An action in words. */
export const nameAction = ({ type, data }: MessageAction): string => {
  const kind = type.toLowerCase();
  if (kind === 'assign') {
    const [user, team] = [readTexts(data, 'user')[0], readTexts(data, 'team')[0]];
    const name =
      toName(members.value.find(({ id }) => id === user)) || teams.value.find(({ id }) => id === team)?.name;
    return say('template.assign', { name: name ?? '' });
  }
  if (kind === 'tag') return say('template.tag', { tags: readTexts(data, 'tags').join(', ') });
  if (kind === 'priority')
    return say('template.priority', {
      priority: say(`priority.${readTexts(data, 'priority')[0] ?? ''}` as TextKey),
    });
  if (kind === SNOOZE) return say('action.snooze');
  if (kind === 'close') return say('action.close');
  return readTexts(data, 'label')[0] ?? type;
};

/** Applies actions to a ticket: all changes of fields in one request, then the snooze. */
export const runActions = async (
  ticketId: string,
  actions: readonly MessageAction[],
  snoozeUntil?: Date,
): Promise<void> => {
  const bodies = actions.flatMap(({ type, data }) => kinds[type.toLowerCase()]?.(data) ?? []);
  const addTags = bodies.flatMap((body) => body.addTags ?? []);
  const body: TicketsUpdateBody = Object.assign({}, ...bodies, addTags.length > 0 ? { addTags } : {});
  if (Object.keys(body).length > 0) {
    const shown = body.status === 'DONE' ? { status: 'DONE' } : {};
    await change(ticketId, shown, () => current().parley.tickets.update(ticketId, body));
  }
  const asked = actions.find(({ type }) => type.toLowerCase() === SNOOZE);
  const until = snoozeUntil ?? (asked && findUntil(asked.data));
  if (until) await snooze(ticketId, until);
};

/** Adds people to those that the ticket mentions: it shows in their view of mentions. */
export const noteMentions = async (ticketId: string, ids: readonly string[]): Promise<void> => {
  const { tickets } = current().parley;
  const { mentions } = await tickets.get(ticketId);
  const all = [...new Set([...mentions, ...ids])];
  if (all.length > mentions.length)
    await change(ticketId, {}, () => tickets.update(ticketId, { mentions: all }));
};
