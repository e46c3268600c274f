import { projectScope } from '@parley/auth';
import { invalid, notFound } from '@parley/errors';
import type {
  UpdateRedirectRequest,
  UpdateRedirectResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { differences } from '../differences';
import { demandEnd, storedRedirects } from './follow';
import { redirectExists } from './redirect.errors';
import { readRedirect } from './redirect.input';
import { presentRedirect } from './redirect.present';
import {
  findRedirect,
  findRedirectByAddress,
  lockRedirects,
  type RedirectRow,
  updateRedirectRow,
} from './redirect.store';

/** Changes a redirect; omitted fields stay. Without a change nothing is written. */
export const updateRedirect = async (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { redirectId: id, oldUrl, newUrl, matchType, nulls }: UpdateRedirectRequest,
  context: CallContext,
): Promise<Partially<UpdateRedirectResponse>> => {
  const { projectId } = projectScope(context.scope);
  if (nulls.length > 0) throw invalid(nulls.map((field) => ({ field, message: 'cannot be cleared' })));
  const row = await store.transaction(async (tx): Promise<RedirectRow> => {
    await lockRedirects(tx, projectId);
    const before = await findRedirect(tx, projectId, id);
    if (!before) throw notFound('redirect');
    const fields = readRedirect({
      oldUrl: oldUrl ?? before.oldUrl,
      newUrl: newUrl ?? before.newUrl,
      matchType: matchType ?? before.matchType,
    });
    if (Object.keys(differences(before, fields)).length === 0) return before;
    const same = await findRedirectByAddress(tx, projectId, fields.matchType, fields.address);
    if (same && same.id !== id) throw redirectExists(fields.oldUrl);
    const after = { ...before, ...fields, updatedAt: clock() };
    await demandEnd(storedRedirects(tx, projectId), after);
    await updateRedirectRow(tx, after);
    return after;
  });
  return { redirect: presentRedirect(row) };
};
