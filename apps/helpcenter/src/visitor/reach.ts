import { type Condition, matches } from '@parley/audience';
import { effectiveFilter } from '../audience';
import type { Store } from '../db';
import { acceptedLanguages } from '@parley/localised';
import { findAudiences, type Reach } from './reach.store';
import type { Visit } from './visit';

/** What says who may see an article. */
interface ArticleAudience {
  targetAudience: string;
  baseAudienceFilter: readonly Condition[];
  extendedAudienceFilter: readonly Condition[];
}

/** Whether a visitor belongs to an audience. */
export const isFor = ({ session }: Pick<Visit, 'session'>, audience: ArticleAudience): boolean =>
  matches(session, effectiveFilter(audience));

/** The reach of a visitor in the wanted language, by the database at this moment; each audience is evaluated once. */
export const findReach = async (store: Store, visit: Visit): Promise<Reach> => {
  const { projectId } = visit.scope;
  const audiences = await findAudiences(store, projectId);
  return {
    projectId,
    audiences: audiences.filter((audience) => isFor(visit, audience)).map(({ audience }) => audience),
    languages: acceptedLanguages(visit.order.wanted),
  };
};
