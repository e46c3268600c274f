import { notFound } from '@parley/errors';
import { isId, runTransaction } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  UpdateMessageTemplateRequest,
  UpdateMessageTemplateResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import type { Deps } from '../deps';
import { isDeepStrictEqual } from 'node:util';
import { checkShares } from './check-shares';
import type { TemplatePatch, TemplateRow } from './template';
import { readTemplate } from './template.input';
import { presentTemplate } from './template.present';
import { toSearchText } from './template.search';
import { findTemplate, lockTemplate, writeTemplate } from './template.store';
import { loadViewer } from './viewer';

/** What of a patch differs from the stored template, with what follows from it. */
const findChanges = (row: TemplateRow, patch: TemplatePatch): TemplatePatch => {
  const { title, plainContent } = { ...row, ...patch };
  const next = { ...patch, searchText: toSearchText(title, plainContent) };
  const differing = Object.entries(next).filter(
    ([property, value]) => !isDeepStrictEqual(row[property as keyof TemplateRow], value),
  );
  return Object.fromEntries(differing);
};

/** Changes a template that the caller sees: omitted fields stay, null clears. */
export const updateMessageTemplate = async (
  deps: Pick<Deps, 'db' | 'clock' | 'references' | 'memberships'>,
  { messageTemplateId: id, nulls, ...input }: UpdateMessageTemplateRequest,
  context: CallContext,
): Promise<UpdateMessageTemplateResponse> => {
  if (!isId(id)) throw notFound('message_template');
  const viewer = await loadViewer(deps, context);
  const found = await findTemplate(deps.db, viewer, id);
  if (!found) throw notFound('message_template');
  const patch = readTemplate(input, nulls);
  await checkShares(deps, context, viewer.projectId, patch, found);
  const after = await runTransaction(deps.db, async (tx): Promise<TemplateRow> => {
    const row = await lockTemplate(tx, viewer, id);
    if (!row) throw notFound('message_template');
    const changes = findChanges(row, patch);
    if (Object.keys(changes).length === 0) return row;
    const change = { ...changes, updatedAt: deps.clock() };
    await writeTemplate(tx, row, change);
    return { ...row, ...change };
  });
  return { template: presentTemplate(after) };
};
