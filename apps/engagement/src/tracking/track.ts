import { readClick } from '@parley/auth';
import type { CampaignType } from '../core';
import type { Sql } from '@parley/persistence';
import { countMails, lockMailItem, emailEvent, type MailOf } from '../campaigns';
import { type EmailDeps, readOpenToken, type TrackedMail } from '../emails';
import { readingClient, type ReadingClient } from './reading-client';
import { findMail, writeClick, writeOpen, writeUnsubscribed } from './tracked-mail.store';

type TrackDeps = Pick<EmailDeps, 'db' | 'events' | 'sealer' | 'clock'>;

/** Runs `work` with the mail's item locked; nothing when the mail is gone. */
export const withMail = async (
  { db, events }: Pick<TrackDeps, 'db' | 'events'>,
  { projectId, deliveryId }: TrackedMail,
  work: (tx: Sql, mail: MailOf & { type: CampaignType }) => Promise<void>,
): Promise<void> => {
  const done = await db.transaction(async (tx) => {
    const mail = await findMail(tx, projectId, deliveryId);
    const item = mail && (await lockMailItem(tx, mail));
    if (!item) return false;
    await work(tx, { ...mail, type: item.type });
    return true;
  });
  if (done) events.wake();
};

const noteOpen = async (
  tx: Sql,
  { events }: Pick<TrackDeps, 'events'>,
  mail: MailOf & { type: CampaignType },
  { client, now }: { client: ReadingClient; now: Date },
): Promise<void> => {
  const opened = await writeOpen(tx, mail, client, now);
  if (!opened) return;
  await countMails(tx, mail, { opened: opened.isFirst ? 1 : 0 }, now);
  await events.append(tx, [emailEvent(mail.type, 'opened', mail, now, { client })]);
};

/** Counts an open by the image's token; a token that is not ours counts nothing. */
export const trackOpen = async (
  deps: TrackDeps,
  { token, userAgent }: { token: string; userAgent: string },
): Promise<void> => {
  const mail = readOpenToken(deps.sealer, token);
  if (!mail) return;
  const client = readingClient(userAgent);
  await withMail(deps, mail, (tx, of) => noteOpen(tx, deps, of, { client, now: deps.clock() }));
};

/** Counts a click, and an open where there was none. Nothing is counted of a mail that is gone. */
export const trackClick = async (
  deps: TrackDeps,
  { token, userAgent }: { token: string; userAgent: string },
): Promise<void> => {
  const link = readClick(deps.sealer, token);
  if (!link) return;
  await withMail(deps, link, async (tx, mail) => {
    const now = deps.clock();
    const clicked = await writeClick(tx, mail, link.url, now);
    if (!clicked) return;
    if (!clicked.wasOpened) await noteOpen(tx, deps, mail, { client: readingClient(userAgent), now });
    await countMails(tx, mail, { clicked: clicked.isFirst ? 1 : 0 }, now);
    await deps.events.append(tx, [emailEvent(mail.type, 'clicked', mail, now, { url: link.url })]);
  });
};

/** Notes that the contact of a mail unsubscribed by it; once. */
export const noteUnsubscribed = async (
  deps: Pick<TrackDeps, 'db' | 'events' | 'clock'>,
  mail: TrackedMail,
): Promise<void> => {
  await withMail(deps, mail, async (tx, of) => {
    const now = deps.clock();
    const unsubscribed = await writeUnsubscribed(tx, of, now);
    if (!unsubscribed) return;
    await countMails(tx, of, { unsubscribed: unsubscribed.isFirst ? 1 : 0 }, now);
    await deps.events.append(tx, [emailEvent(of.type, 'unsubscribed', of, now)]);
  });
};
