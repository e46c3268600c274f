import { type FieldProblem, invalid } from '@parley/errors';
import { isObject } from '@parley/json';

/** Kinds of notifications that a person can switch. */
export const notificationKinds = [
  'all-ticket-messages',
  'all-sla-breached',
  'personal-ticket-messages',
  'all-created-tickets',
  'personal-assignment',
  'personal-mention',
  'team-ticket-messages',
  'team-ticket-assignment',
] as const;

/** Ways a notification can take. */
export const notificationChannels = ['push', 'inApp', 'email'] as const;

type Kind = (typeof notificationKinds)[number];
type Channel = (typeof notificationChannels)[number];

/** Switches per kind and channel; a missing one leaves the choice to the platform. */
export type NotificationPreferences = Partial<Record<Kind, Partial<Record<Channel, boolean>>>>;

const FIELD = 'notificationPreferences';

const isAmong = (values: readonly string[], text: string): boolean => values.includes(text);

const channelProblems = (kind: string, channels: unknown): FieldProblem[] => {
  const field = `${FIELD}.${kind}`;
  if (!isAmong(notificationKinds, kind)) return [{ field, message: 'is no kind of notification' }];
  if (!isObject(channels)) return [{ field, message: 'must be an object of push, inApp and email' }];
  return Object.entries(channels).flatMap(([channel, value]): FieldProblem[] => {
    const path = `${field}.${channel}`;
    if (!isAmong(notificationChannels, channel)) return [{ field: path, message: 'is no channel' }];
    return typeof value === 'boolean' ? [] : [{ field: path, message: 'must be true or false' }];
  });
};

/** Reads preferences that a caller sent. 400 naming every unknown kind or channel and every value that is no switch. */
export const readNotificationPreferences = (sent: Record<string, unknown>): NotificationPreferences => {
  const problems = Object.entries(sent).flatMap(([kind, channels]) => channelProblems(kind, channels));
  if (problems.length > 0) throw invalid(problems);
  return sent as NotificationPreferences;
};
