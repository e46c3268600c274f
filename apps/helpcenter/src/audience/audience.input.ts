import { type AudienceRules, type Condition, readFilter as readConditions } from '@parley/audience';
import type { FieldProblem } from '@parley/errors';

/** Longest name of a field, in characters. */
export const MAX_FIELD = 128;

const FIELD = /^[^\s.=<>!,]+(\.[^\s=<>!,]+)?$/;

/** The help center takes whatever may be a field of a session. */
const rules: AudienceRules = {
  takesField: (field) => field.length <= MAX_FIELD && FIELD.test(field),
  fieldMessage: 'must name a field of a session such as customData.plan',
};

/** Reads an audience filter of a collection or an article. */
export const readFilter = (field: string, sent: readonly unknown[], problems: FieldProblem[]): Condition[] =>
  readConditions(rules, field, sent, problems);
