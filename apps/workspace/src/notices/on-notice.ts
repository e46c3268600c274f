import type { DomainEvent } from '@parley/events';
import { addJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import type { NoticeCreated } from '@parley/proto/generated/parley/tickets/v1/events';
import type { Deps } from '../deps';
import { findSubscribed } from './notice-push.store';
import { noticePushJob } from './push-notice';

/** The durable that gets notices of tickets. */
export const NOTICES_DURABLE = 'workspace-notices';

/** Adds a push notification for each person who has a browser subscribed. */
export const onNotice =
  ({ clock }: Pick<Deps, 'clock'>) =>
  async ({ id, projectId, payload }: DomainEvent<NoticeCreated>, tx: Sql): Promise<void> => {
    const { userIds, title, text, url } = payload;
    for (const userId of await findSubscribed(tx, userIds))
      await addJob(
        tx,
        noticePushJob,
        { userId, tag: id, title, body: text, url },
        { projectId, key: `${id} ${userId}`, now: clock() },
      );
  };
