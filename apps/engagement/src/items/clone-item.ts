import { callerId, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { notFound } from '@parley/errors';
import { newId } from '@parley/persistence';
import type { CloneEngagementRequest } from '@parley/proto/generated/parley/engagement/v1/engagements_service';
import type { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import { eventHeaders } from '@parley/rpc';
import type { Deps } from '../deps';
import { type Item, noCounts } from '../core';
import { itemEvent } from './item.events';
import { presentItem } from './item.present';
import { findItem, findTakenNames, insertItem, lockItemOfType } from './item.store';

/** Characters of a name that its copies keep, so that the number fits. */
const MAX_STEM = 240;
/** Copies with numbers of their own. */
const MAX_COPIES = 1_000;

/** The names that copies of an item get, in their order; a copy of a copy counts on. */
export const copyNames = (name: string): string[] => {
  const stem = [...name.replace(/ \(copy(?: \d+)?\)$/, '')].slice(0, MAX_STEM).join('');
  return Array.from({ length: MAX_COPIES }, (_, index) =>
    index === 0 ? `${stem} (copy)` : `${stem} (copy ${index + 1})`,
  );
};

/** Makes a draft like an item of any kind. 404 `engagement_not_found`. */
export const cloneEngagement = async (
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  { engagementId, name }: CloneEngagementRequest,
  context: OnceContext<{ item: EngagementItem | undefined }>,
): Promise<{ item: EngagementItem }> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const known = await findItem(db, projectId, engagementId);
  if (!known) throw notFound('engagement');
  const answer = await db.transaction(async (tx) => {
    // The lock lets copies that are made at the same time have different names.
    const original = await lockItemOfType(tx, known.type, projectId, engagementId);
    if (!original) throw notFound('engagement');
    const names = copyNames(original.name);
    const taken = name === undefined ? await findTakenNames(tx, original, names) : new Set<string>();
    const now = clock();
    const copy: Item = {
      ...original,
      ...noCounts,
      name: name ?? names.find((one) => !taken.has(one)) ?? original.name,
      id: newId(now.getTime()),
      organisationId,
      status: 'draft',
      createdBy: callerId(actor),
      createdAt: now,
      updatedAt: now,
      liveAt: null,
    };
    const made = { item: presentItem(copy) };
    await insertItem(tx, copy);
    await events.append(tx, [itemEvent('created', copy, eventHeaders(context))]);
    await context.record(tx, made);
    return made;
  });
  events.wake();
  return answer;
};
