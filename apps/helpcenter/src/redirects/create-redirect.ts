import { type ProjectScope, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { newId } from '@parley/persistence';
import type {
  CreateRedirectRequest,
  CreateRedirectResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import type { Partially } from '@parley/rpc';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { demandEnd, storedRedirects } from './follow';
import type { Rule } from './match';
import { redirectExists } from './redirect.errors';
import { readRedirect } from './redirect.input';
import { presentRedirect } from './redirect.present';
import { findRedirectByAddress, insertRedirect, lockRedirects, type RedirectRow } from './redirect.store';

/** Creates a redirect, unless there is one from there already or it would lead round. */
export const createRedirect = async (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { oldUrl, newUrl, matchType }: CreateRedirectRequest,
  context: OnceContext<CreateRedirectResponse>,
): Promise<Partially<CreateRedirectResponse>> => {
  const scope = projectScope(context.scope);
  return store.transaction(async (tx) => {
    const row = await addRedirect({ clock }, tx, scope, { oldUrl, newUrl, matchType });
    const answer = { redirect: presentRedirect(row) };
    await context.record(tx.sql, answer);
    return answer;
  });
};

/**
 * The one way in which a redirect is created.
 *
 * @throws DomainError `invalid`, `redirect_exists`, `redirect_loop`; nothing is written then, and the transaction may go on.
 */
export const addRedirect = async (
  { clock }: Pick<Deps, 'clock'>,
  tx: Store,
  { projectId, organisationId }: Pick<ProjectScope, 'projectId' | 'organisationId'>,
  rule: Rule,
): Promise<RedirectRow> => {
  const fields = readRedirect(rule);
  await lockRedirects(tx, projectId);
  if (await findRedirectByAddress(tx, projectId, rule.matchType, fields.address))
    throw redirectExists(fields.oldUrl);
  const at = clock();
  const row: RedirectRow = {
    projectId,
    id: newId(at.getTime()),
    organisationId,
    ...fields,
    createdAt: at,
    updatedAt: at,
  };
  await demandEnd(storedRedirects(tx, projectId), row);
  await insertRedirect(tx, row);
  return row;
};
