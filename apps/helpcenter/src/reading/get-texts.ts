import type {
  GetTextsRequest,
  GetTextsResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { isAdmitted, listedLanguage, recogniseVisitor } from '../visitor';
import { wordings } from '../texts';
import { readAppearance } from './widget-appearance';

/** The texts that the product shows to visitors, in the language that this one wants; also with the help center off. */
export const getTexts = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'statistics' | 'publicUrl'>,
  { lang }: GetTextsRequest,
  context: CallContext,
): Promise<Partially<GetTextsResponse>> => {
  const visit = await recogniseVisitor(deps, { lang }, context);
  const { wanted, fallback } = visit.order;
  const { name, helpcenter, isClosed, opensAt, widget } = visit.settings;
  const { projectId } = visit.scope;
  const { color } = helpcenter;
  const [{ language, texts }, isOnline] = await Promise.all([
    wordings(deps.store, projectId, wanted, fallback),
    deps.statistics.isOnline(projectId, context),
  ]);
  return {
    language: listedLanguage(visit, language),
    texts,
    project: {
      name,
      ...(typeof color === 'string' && { color }),
      hasHelpcenter: isAdmitted(visit),
      isClosed,
      opensAt,
      isOnline,
      ...(await readAppearance(deps.workspace, projectId, widget, visit.order, context)),
    },
  };
};
