import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  PutTranslationEntryRequest,
  PutTranslationEntryResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { resolveLanguage, parseEntryId, presentTranslated } from './entry';
import { demandFields } from './read-fields';
import { translations } from './types';

/** Writes some fields of an entry in one language; the others stay. What changes nothing writes nothing. */
export const putTranslationEntry = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'events' | 'clock'>,
  { entryId, language: sent, fields = {} }: PutTranslationEntryRequest,
  context: CallContext,
): Promise<Partially<PutTranslationEntryResponse>> => {
  const { projectId } = projectScope(context.scope);
  const { type, id } = parseEntryId(entryId);
  const defaultLanguage = await deps.workspace.defaultLanguage(projectId, context);
  const { find, read, push: write } = translations[type];
  if (!(await find(deps.store, projectId, id))) throw notFound('translation_entry');
  demandFields(type, fields);
  const push = { language: sent, fields: (await read?.(fields)) ?? fields };
  const after = await deps.store.transaction((tx) => write(deps, tx, projectId, id, push, context));
  if (!after) throw notFound('translation_entry');
  deps.events.wake();
  const language = resolveLanguage(after.entry, sent);
  return { entry: presentTranslated(after.entry, language, after.fieldsIn(language), defaultLanguage) };
};
