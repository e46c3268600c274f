import { projectScope } from '@parley/auth';
import { compileFilter, compilePage, compileSort, invalidQuery } from '@parley/persistence';
import type {
  ListContactsRequest,
  ListContactsResponse,
} from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { contactFields } from './contact.fields';
import { countByCompany, findContacts } from './contact.list.store';
import { contactViews } from './contact.view';
import { presentFor } from './present-for';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 100;
/** No page shows anything past the first 10,000 results. */
export const MAX_RESULTS = 10_000;

/** The type that lists companies. */
const ORGANISATIONS = 'organisations';

/** What each type leaves in the list. */
const types: Readonly<Record<string, string>> = {
  users: 'user_id IS NOT NULL',
  guests: 'user_id IS NULL',
  unsubscribed: 'unsubscribed',
  organisations: 'company_id IS NOT NULL',
};

/** The condition of a type. */
export const findCondition = (type: string | undefined): string => {
  if (type === undefined) return 'TRUE';
  const condition = Object.hasOwn(types, type) ? types[type] : undefined;
  if (condition === undefined) throw invalidQuery('type', `Give one of ${Object.keys(types).join(', ')}.`);
  return condition;
};

/**
 * A page of the project's contacts, newest first by default; for `type=organisations` one row per company instead, most
 * contacts first.
 */
export const listContacts = async (
  deps: Deps,
  { type, filter, skip, limit, sort, fields }: ListContactsRequest,
  context: CallContext,
): Promise<Partial<ListContactsResponse>> => {
  const { projectId } = projectScope(context.scope);
  if (type === ORGANISATIONS && fields.length > 0)
    throw invalidQuery('fields', 'Fields are those of contacts: leave them out with type=organisations.');
  const page = compilePage({ skip, limit }, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  const orderBy = compileSort(sort, {}, '-createdAt', contactFields);
  const params: unknown[] = [projectId];
  const matches = compileFilter(filter, contactFields, params);
  const typed = findCondition(type);
  const shown = Math.min(page.limit, MAX_RESULTS - page.skip);
  if (shown <= 0) return {};
  const selection = { where: `${typed} AND ${matches}`, params, skip: page.skip, limit: shown };
  if (type === ORGANISATIONS) return { organisations: await countByCompany(deps.db, selection) };
  const view = contactViews.of(fields);
  const [rows, present] = await Promise.all([
    findContacts(deps.db, { ...selection, orderBy, columns: view.columns }),
    presentFor(deps, view, context),
  ]);
  return { contacts: rows.map(present) };
};
