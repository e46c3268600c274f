import { type Condition, matches } from '@parley/audience';
import { effectiveFilter } from '../audience/audience';
import { type Store } from '../db';
import { acceptedLanguages } from '@parley/localised';
import { findAudiences, type Reach } from './reach.store';
import { type Visit } from './visit';

/** What says who may see an article. */
interface ArticleAudience {
  targetAudience: string;
  baseAudienceFilter: readonly Condition[];
  extendedAudienceFilter: readonly Condition[];
}

/** Whether a visitor is among those whom something is for. */
export const isFor = ({ session }: Pick<Visit, 'session'>, audience: ArticleAudience): boolean =>
  matches(session, effectiveFilter(audience));

/** What a visitor may see in the wanted language, by the database as it is now; each audience is evaluated once. */
export const findReach = async (store: Store, visit: Visit): Promise<Reach> => {
  const { projectId } = visit.scope;
  const audiences = await findAudiences(store, projectId);
  return {
    projectId,
    audiences: audiences.filter((audience) => isFor(visit, audience)).map(({ audience }) => audience),
    languages: acceptedLanguages(visit.order.wanted),
  };
};
