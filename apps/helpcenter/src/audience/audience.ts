import { type Condition, conditionKey, type TargetAudience, targetConditions } from '@parley/audience';

/** What says who may see a collection or an article. */
export interface Audience {
  targetAudience: string;
  /** What holds where it lies. */
  baseAudienceFilter: readonly Condition[];
  /** Of its own. */
  extendedAudienceFilter: readonly Condition[];
}

/** All conditions for its readers, each once: the collection's, then its own. */
export const effectiveFilter = (audience: Audience): Condition[] => {
  const { targetAudience, baseAudienceFilter, extendedAudienceFilter } = audience;
  const own = [...targetConditions(targetAudience as TargetAudience), ...extendedAudienceFilter];
  return [...new Map([...baseAudienceFilter, ...own].map((one) => [conditionKey(one), one])).values()];
};
