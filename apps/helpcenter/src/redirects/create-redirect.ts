import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { newId } from '@parley/persistence';
import type {
  CreateRedirectRequest,
  CreateRedirectResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { demandEnd, storedRedirects } from './follow';
import { redirectExists } from './redirect.errors';
import { readRedirect } from './redirect.input';
import { presentRedirect } from './redirect.present';
import { findRedirectByAddress, insertRedirect, lockRedirects, type RedirectRow } from './redirect.store';

/** Creates a redirect, unless there is one from there already or it would lead round. */
export const createRedirect = async (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  sent: CreateRedirectRequest,
  context: OnceContext<CreateRedirectResponse>,
): Promise<Partially<CreateRedirectResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const { oldUrl, newUrl, matchType } = sent;
  const fields = readRedirect({ oldUrl, newUrl, matchType });
  return store.transaction(async (tx) => {
    await lockRedirects(tx, projectId);
    if (await findRedirectByAddress(tx, projectId, matchType, fields.address))
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
    const answer = { redirect: presentRedirect(row) };
    await context.record(tx.sql, answer);
    return answer;
  });
};
