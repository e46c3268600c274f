import { type FieldProblem, invalid } from '@parley/errors';
import { isObject } from '@parley/json';
import type { NotificationSettings as SettingsDocument } from '@parley/proto/generated/parley/workspace/v1/user';

/** Kinds of notices of tickets that a person can switch. */
export const noticeKinds = ['assigned', 'mentioned', 'replied', 'newInTeam'] as const;

/** Ways that a notice can take. */
const noticeChannels = ['inApp', 'email', 'push'] as const;

export type NoticeKind = (typeof noticeKinds)[number];
type NoticeChannel = (typeof noticeChannels)[number];

/** Switches of one kind. */
export type NoticeSwitches = Record<NoticeChannel, boolean>;

/** Switches that a person set; a missing one has the platform's default. */
export type NotificationSettings = Partial<Record<NoticeKind, Partial<NoticeSwitches>>>;

const ALL: NoticeSwitches = { inApp: true, email: true, push: true };

/** A person who reads every new ticket of a team has the page open; mails about each would drown the other notices. */
const defaults: Readonly<Record<NoticeKind, NoticeSwitches>> = {
  assigned: ALL,
  mentioned: ALL,
  replied: ALL,
  newInTeam: { inApp: true, email: false, push: false },
};

/** The switches of a kind, the platform's defaults included. */
export const switchesOf = (settings: NotificationSettings | null, kind: NoticeKind): NoticeSwitches => ({
  ...defaults[kind],
  ...settings?.[kind],
});

/** All switches of a person, the platform's defaults included. */
export const presentNotificationSettings = (settings: NotificationSettings | null): SettingsDocument => ({
  assigned: switchesOf(settings, 'assigned'),
  mentioned: switchesOf(settings, 'mentioned'),
  replied: switchesOf(settings, 'replied'),
  newInTeam: switchesOf(settings, 'newInTeam'),
});

const FIELD = 'notificationSettings';

/** Whether it is a kind of notice. */
export const isNoticeKind = (text: string): text is NoticeKind => isAmong(noticeKinds, text);

const isAmong = (values: readonly string[], text: string): boolean => values.includes(text);

const switchProblems = (kind: string, switches: unknown): FieldProblem[] => {
  const field = `${FIELD}.${kind}`;
  if (!isAmong(noticeKinds, kind)) return [{ field, message: 'is no kind of notice' }];
  if (!isObject(switches)) return [{ field, message: 'must be an object of inApp, email and push' }];
  return Object.entries(switches).flatMap(([channel, value]): FieldProblem[] => {
    const path = `${field}.${channel}`;
    if (!isAmong(noticeChannels, channel)) return [{ field: path, message: 'is no channel' }];
    return typeof value === 'boolean' ? [] : [{ field: path, message: 'must be true or false' }];
  });
};

/** Reads settings that a caller sent. 400 naming every unknown kind or channel and every value that is no switch. */
export const readNotificationSettings = (sent: Record<string, unknown>): NotificationSettings => {
  const problems = Object.entries(sent).flatMap(([kind, switches]) => switchProblems(kind, switches));
  if (problems.length > 0) throw invalid(problems);
  return sent as NotificationSettings;
};
