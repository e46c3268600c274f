import { readConditions, type TargetAudience } from '@parley/audience';
import { projectScope } from '@parley/auth';
import { type FieldProblem, invalid } from '@parley/errors';
import type {
  SampleFixedAudienceRequest,
  SampleFixedAudienceResponse,
} from '@parley/proto/generated/parley/engagement/v1/engagements_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { requireItem } from './require-item';

const SAMPLE = 10;

/** Contacts that an item's audience has now, and how many. 404 `engagement_not_found`. */
export const sampleFixedAudience = async (
  { db, contacts, directory }: Pick<Deps, 'db' | 'contacts' | 'directory'>,
  request: SampleFixedAudienceRequest,
  context: CallContext,
): Promise<Partially<SampleFixedAudienceResponse>> => {
  const { projectId } = projectScope(context.scope);
  const item = await requireItem(db, projectId, request.engagementId);
  const problems: FieldProblem[] = [];
  const conditions = request.conditions
    ? readConditions('conditions', request.conditions, problems)
    : item.conditions;
  if (problems.length > 0) throw invalid(problems);
  const { ids, total, capped } = await contacts.sample(
    {
      targetAudience: (request.targetAudience ?? item.targetAudience) as TargetAudience,
      conditions,
      limit: request.limit ?? SAMPLE,
      onlyMailable: item.type === 'EMAIL',
    },
    context,
  );
  const known = await directory.references(ids, context);
  return {
    data: ids.flatMap((id) => {
      const contact = known.get(id);
      return contact ? [{ id, name: contact.name, email: contact.email, userId: contact.userId }] : [];
    }),
    total,
    capped,
  };
};
