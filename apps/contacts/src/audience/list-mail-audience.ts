import { parseTime } from '@parley/audience';
import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import type {
  ListMailAudienceRequest,
  ListMailAudienceResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findMailAudience, type Place } from './audience.store';
import { readAudience } from './audience.input';

const PAGE = 1_000;
/** Most contacts that are looked at for one answer. */
export const MAX_PAGE = 2_000;

const placeText = ({ email, lastActivity, id }: Place): string =>
  JSON.stringify([email, lastActivity.toISOString(), id]);

const readPlace = (text: string): Place | undefined => {
  if (text === '') return undefined;
  const [email, lastActivity, id] = JSON.parse(text) as [string, string, string];
  return { email, lastActivity: new Date(lastActivity), id };
};

const readTime = (field: 'createdUntil' | 'changedSince', text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined;
  const time = parseTime(text);
  if (time === undefined) throw invalid({ field, message: 'must be an ISO 8601 time' });
  return new Date(time);
};

/** One page of an audience's contacts that a mail may reach. 400 `invalid_input` for conditions that cannot be applied. */
export const listMailAudience = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: ListMailAudienceRequest,
  context: CallContext,
): Promise<ListMailAudienceResponse> => {
  const { projectId } = projectScope(context.scope);
  const { contacts, next } = await findMailAudience(db, {
    projectId,
    audience: readAudience(request),
    at: clock(),
    after: readPlace(request.after),
    limit: request.limit > 0 ? Math.min(request.limit, MAX_PAGE) : PAGE,
    createdUntil: readTime('createdUntil', request.createdUntil),
    changedSince: readTime('changedSince', request.changedSince),
  });
  return { contacts, next: next && placeText(next) };
};
