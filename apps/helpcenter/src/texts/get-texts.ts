import { projectScope } from '@parley/auth';
import {
  type GetTextsRequest,
  type GetTextsResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { storedLanguage } from '../localised/languages';
import { wordings } from './wording';

/** The texts that the product shows to visitors, in the wanted language or the project's default one. */
export const getTexts = async (
  { store, workspace }: Pick<Deps, 'store' | 'workspace'>,
  { lang }: GetTextsRequest,
  context: CallContext,
): Promise<Partially<GetTextsResponse>> => {
  const { projectId } = projectScope(context.scope);
  const defaultLanguage = await workspace.defaultLanguage(projectId, context);
  const language = lang === undefined ? defaultLanguage : storedLanguage(lang);
  return { language, texts: await wordings(store, projectId, language, defaultLanguage) };
};
