import { projectScope } from '@parley/auth';
import type {
  SampleAudienceRequest,
  SampleAudienceResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { readAudience } from './audience.input';
import { findSample } from './sample.store';

/** Contacts that are counted: the size of an audience matters, not the last digit. */
export const MAX_COUNTED = 10_000;
const MAX_SAMPLE = 100;

/** The most recently active contacts of an audience, and how many it has. 400 `invalid_input` for conditions that cannot be applied. */
export const sampleAudience = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: SampleAudienceRequest,
  context: CallContext,
): Promise<SampleAudienceResponse> => {
  const { projectId } = projectScope(context.scope);
  const { onlyMailable, limit } = request;
  const sampled = { projectId, audience: readAudience(request), at: clock(), onlyMailable };
  const found = await findSample(db, sampled, MAX_COUNTED + 1);
  return {
    ids: found.slice(0, Math.min(limit, MAX_SAMPLE)),
    total: Math.min(found.length, MAX_COUNTED),
    capped: found.length > MAX_COUNTED,
  };
};
