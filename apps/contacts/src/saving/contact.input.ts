import { comparableEmail } from '@parley/addresses';
import { type FieldProblem, invalid } from '@parley/errors';
import type { ContactInput } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { reservedCompanyIds } from '../companies';
import { type ContactPatch, readTags } from '../contacts';

const fields = [
  'name',
  'phone',
  'avatar',
  'lang',
  'companyName',
  'plan',
  'value',
  'sla',
  'customData',
  'location',
  'platform',
  'deviceType',
  'blocked',
  'lastPageView',
  'eventData',
  'emailOnly',
  'unsubscribed',
  'unsubscribeReason',
] as const satisfies readonly (keyof ContactInput & keyof ContactPatch)[];

/** Times that every contact has. */
const times = ['firstActivity', 'lastActivity'] as const;

/** How far a caller's clock may be ahead, in milliseconds. */
const AHEAD_MS = 5 * 60_000;

/** What null makes of each field that may be unset. */
const cleared: Required<Omit<ContactPatch, (typeof times)[number]>> = {
  userId: null,
  email: null,
  name: null,
  phone: null,
  avatar: null,
  lang: null,
  companyId: null,
  companyName: null,
  plan: null,
  value: null,
  sla: null,
  tags: [],
  customData: null,
  location: null,
  platform: null,
  deviceType: null,
  blocked: false,
  lastPageView: null,
  eventData: null,
  emailOnly: null,
  unsubscribed: false,
  unsubscribeReason: null,
};

const isField = (name: string): name is keyof typeof cleared => Object.hasOwn(cleared, name);

/**
 * Reads the writable fields of a request. Fields that it omits are not in the patch; those named in `nulls` are cleared,
 * as are an empty `userId`, `companyId` or `email`, which identify nothing.
 *
 * @throws DomainError `invalid` for tags that are no texts of 1 to 64 characters or more than 50, for a `companyId` that
 * is reserved, and for times that are null or in the future.
 */
export const readContactInput = (input: ContactInput | undefined, nulls: readonly string[]): ContactPatch => {
  const problems: FieldProblem[] = [];
  const patch: ContactPatch = {};
  if (input) {
    const { userId, email, companyId, tags } = input;
    for (const field of fields) {
      const value: unknown = input[field];
      if (value !== undefined) Object.assign(patch, { [field]: value });
    }
    if (userId !== undefined) patch.userId = userId || null;
    if (email !== undefined) patch.email = comparableEmail(email) || null;
    if (companyId !== undefined) patch.companyId = companyId || null;
    if (tags !== undefined) patch.tags = readTags(tags, problems);
    for (const field of times) {
      const time = input[field];
      if (time === undefined) continue;
      patch[field] = new Date(time);
      if (patch[field].getTime() > Date.now() + AHEAD_MS)
        problems.push({ field, message: 'must not be in the future' });
    }
  }
  for (const field of times) if (nulls.includes(field)) problems.push({ field, message: 'must not be null' });
  if (patch.companyId && reservedCompanyIds.includes(patch.companyId)) {
    problems.push({ field: 'companyId', message: `must not be ${reservedCompanyIds.join(' or ')}` });
  }
  for (const field of nulls) if (isField(field)) Object.assign(patch, { [field]: cleared[field] });
  if (problems.length > 0) throw invalid(problems);
  return patch;
};
