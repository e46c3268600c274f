import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetTranslationEntryRequest,
  GetTranslationEntryResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { resolveLanguage, parseEntryId, presentTranslated } from './entry';
import { translations } from './types';

/** An entry in one language, by default that of the project. */
export const getTranslationEntry = async (
  { store, workspace }: Pick<Deps, 'store' | 'workspace'>,
  { entryId, language: sent }: GetTranslationEntryRequest,
  context: CallContext,
): Promise<Partially<GetTranslationEntryResponse>> => {
  const { projectId } = projectScope(context.scope);
  const { type, id } = parseEntryId(entryId);
  const found = await translations[type].find(store, projectId, id);
  if (!found) throw notFound('translation_entry');
  const defaultLanguage = await workspace.defaultLanguage(projectId, context);
  const language = resolveLanguage(found.entry, sent ?? defaultLanguage);
  return { entry: presentTranslated(found.entry, language, found.fieldsIn(language), defaultLanguage) };
};
