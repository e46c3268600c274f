import { projectScope } from '@parley/auth';
import { compileFilter, compileList } from '@parley/persistence';
import type {
  CountEngagementActivitiesRequest,
  EngagementActivity,
  ListEngagementActivitiesRequest,
} from '@parley/proto/generated/parley/engagement/v1/engagements_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { activityList, countActivityRows, listActivityRows } from './activity.store';
import { requireItem } from './require-item';

/** What contacts did with an item, latest first. 404 `engagement_not_found`. */
export const listEngagementActivities = async (
  { db, directory }: Pick<Deps, 'db' | 'directory'>,
  { engagementId, ...query }: ListEngagementActivitiesRequest,
  context: CallContext,
): Promise<{ activities: Partially<EngagementActivity>[] }> => {
  const { projectId } = projectScope(context.scope);
  const item = await requireItem(db, projectId, engagementId);
  const params: unknown[] = [projectId, engagementId];
  const rows = await listActivityRows(db, item, compileList(query, activityList, params), params);
  const contacts = await directory.references([...new Set(rows.map(({ contactId }) => contactId))], context);
  return {
    activities: rows.map(({ type, deliveryId, contactId, at }) => {
      const { name, email, userId } = contacts.get(contactId) ?? {};
      return {
        id: `${deliveryId}-${type}`,
        type,
        session: { id: contactId, name, email, userId },
        delivery: deliveryId,
        createdAt: at.toISOString(),
      };
    }),
  };
};

/** How often contacts did something with an item. 404 `engagement_not_found`. */
export const countEngagementActivities = async (
  { db }: Pick<Deps, 'db'>,
  { engagementId, filter }: CountEngagementActivitiesRequest,
  context: CallContext,
): Promise<{ count: number }> => {
  const { projectId } = projectScope(context.scope);
  const item = await requireItem(db, projectId, engagementId);
  const params: unknown[] = [projectId, engagementId];
  const where = compileFilter(filter, activityList.fields ?? {}, params);
  return { count: await countActivityRows(db, item, where, params) };
};
