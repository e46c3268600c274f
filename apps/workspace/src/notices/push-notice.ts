import { defineJob, type Doer, doubling, JobFailure } from '@parley/jobs';
import { sendPush } from '@parley/push';
import type { Deps } from '../deps';
import { getPushKeys, removeSubscription } from '../pushes';
import { findBrowsers } from './notice-push.store';
import { findRecipients } from './recipient.store';

/** A push notification for all browsers of a person. */
interface NoticePush {
  userId: string;
  /** The same for every attempt: a browser shows one notification for it. */
  tag: string;
  title: string;
  body: string;
  url: string;
}

/** Seconds that push services keep a notice for a browser that is away. */
const KEEP_SECONDS = 86_400;

/** Attempts after which a notice is dropped: some ten minutes. */
const MOST_ATTEMPTS = 8;

/** Sends one notice to the browsers of a person. */
export const noticePushJob = defineJob<NoticePush>({
  name: 'notice push',
  concurrency: 4,
  backoff: doubling(2_000, 300_000),
});

/** Sends notices to browsers. Those that do not exist any more are deleted; one that has a notice already shows it once by its tag. */
export const createNoticePusher = (
  deps: Pick<Deps, 'store' | 'sealer' | 'outbound' | 'mailFrom'>,
): Doer<NoticePush> => ({
  handle: async ({ userId, ...payload }, { projectId, attempt }) => {
    const { store, outbound, mailFrom } = deps;
    const [member] = await findRecipients(store.sql, projectId, { userIds: [userId], teamId: undefined });
    const browsers = member ? await findBrowsers(store.sql, userId) : [];
    if (browsers.length === 0) return;
    const keys = { ...(await getPushKeys(deps)), contact: mailFrom };
    const message = { payload: JSON.stringify(payload), topic: payload.tag, ttl: KEEP_SECONDS };
    const outcomes = await Promise.all(browsers.map((browser) => sendPush(outbound, keys, browser, message)));
    for (const [at, { endpoint }] of browsers.entries())
      if (outcomes[at]?.kind === 'gone') await removeSubscription(store, userId, endpoint);
    const again = outcomes.filter((one) => one.kind === 'retry');
    const [first] = again;
    if (!first || outcomes.some(({ kind }) => kind === 'sent') || attempt >= MOST_ATTEMPTS) return;
    const after = Math.max(...again.map((one) => one.after));
    if (after > 0) throw new JobFailure(first.reason, { retryIn: after * 1_000 });
    throw new Error(first.reason);
  },
});
