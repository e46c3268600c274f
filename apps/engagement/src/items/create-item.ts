import { eventHeaders } from '@parley/rpc';
import { callerId, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { invalid } from '@parley/errors';
import { newId } from '@parley/persistence';
import type { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import { NewItem } from '@parley/proto/generated/parley/engagement/v1/item_input';
import { appointRounds } from '../rounds';
import type { Deps } from '../deps';
import { checkSender } from './check-sender';
import { askItemJobs } from './item-jobs';
import { emptyFields, type Item, noCounts, type ItemType } from '../core';
import { itemEvent } from './item.events';
import { changedFields, readItem } from './item.input';
import { presentItem } from './item.present';
import { bumpItems, insertItem } from './item.store';
import { checkLive } from './live';
import { needsDefaultLanguage } from './texts.input';

/** Creates an item of a type: a draft, or live when it has what that needs. */
export const createItem = async (
  deps: Pick<Deps, 'db' | 'events' | 'workspace' | 'clock'>,
  type: ItemType,
  { item: sent = NewItem.create() }: { item?: NewItem | undefined },
  context: OnceContext<{ item: EngagementItem | undefined }>,
): Promise<{ item: EngagementItem }> => {
  const { db, events, workspace, clock } = deps;
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const { status = 'draft' } = sent;
  if (status !== 'draft' && status !== 'live')
    throw invalid({ field: 'status', message: 'must be draft or live for a new item' });
  const language = needsDefaultLanguage(sent.subject, sent.message)
    ? (await workspace.settings(projectId, context)).defaultLanguage
    : '';
  const fields = changedFields(type, emptyFields(type), await readItem(type, sent, [], language));
  const now = clock();
  if (status === 'live') checkLive(type, fields, true, now);
  await checkSender(deps, projectId, fields.sender, context);
  const item: Item = {
    ...fields,
    ...noCounts,
    projectId,
    id: newId(now.getTime()),
    organisationId,
    type,
    status,
    createdBy: callerId(actor),
    createdAt: now,
    updatedAt: now,
    liveAt: status === 'live' ? now : null,
  };
  const answer = { item: presentItem(item) };
  await db.transaction(async (tx) => {
    await insertItem(tx, item);
    if (status === 'live') {
      await bumpItems(tx, projectId);
      await appointRounds(tx, item, now);
    }
    await events.append(tx, [itemEvent('created', item, eventHeaders(context))]);
    await askItemJobs(tx, item, now);
    await context.record(tx, answer);
  });
  events.wake();
  return answer;
};
