import { type Audience, readConditions, type TargetAudience } from '@parley/audience';
import { type FieldProblem, invalid } from '@parley/errors';
import type { SampleAudienceRequest } from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';

const targets: readonly string[] = ['all', 'users', 'guests', 'custom'];

/** The audience of a request. 400 `invalid_input` for conditions that cannot be applied. */
export const readAudience = ({
  targetAudience,
  conditions,
}: Pick<SampleAudienceRequest, 'targetAudience' | 'conditions'>): Audience => {
  const problems: FieldProblem[] = [];
  if (!targets.includes(targetAudience))
    problems.push({ field: 'targetAudience', message: `must be one of ${targets.join(', ')}` });
  const read = readConditions('conditions', conditions ?? [], problems);
  if (problems.length > 0) throw invalid(problems);
  return { targetAudience: targetAudience as TargetAudience, conditions: read };
};
