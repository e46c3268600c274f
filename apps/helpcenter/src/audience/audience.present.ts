import type { AudienceCondition } from '@parley/proto/generated/parley/helpcenter/v1/audience';
import type { Condition } from '@parley/audience';

/** Stored conditions as the public documents show them. */
export const presentFilter = (filter: readonly Condition[]): AudienceCondition[] =>
  filter.map(({ field, operator, value }) => ({ field, operator, value }));
