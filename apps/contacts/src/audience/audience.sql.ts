import {
  type Audience,
  DAY_MS,
  type EventCondition,
  isEventCondition,
  operators,
  targetConditions,
} from '@parley/audience';
import { type Bind, fieldConditionSql } from './field-condition.sql';

const signs = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

const eventConditionSql = (condition: EventCondition, at: Date, bind: Bind): string => {
  const { event, withinDays, value } = condition;
  const operator = operators[condition.operator];
  const since =
    withinDays === undefined
      ? ''
      : ` AND date >= ${bind(new Date(at.getTime() - withinDays * DAY_MS))}::timestamptz`;
  const events = `FROM contact_event WHERE project_id = contact.project_id AND name = ${bind(event)}
    AND contact_id = contact.id${since}`;
  if (operator === 'exists') return `${value === false ? 'NOT ' : ''}EXISTS (SELECT ${events})`;
  if (operator === 'contains') throw new Error('Events are counted');
  // One more than the value is enough for the comparison.
  const wanted = `${bind(value)}::bigint`;
  return `(SELECT count(*) FROM (SELECT ${events} LIMIT ${wanted} + 1) counted) ${signs[operator]} ${wanted}`;
};

/** SQL over `contact` that holds for everybody who belongs to an audience at a time, and perhaps for a few more. */
export const audienceSql = ({ targetAudience, conditions }: Audience, at: Date, bind: Bind): string =>
  [...targetConditions(targetAudience), ...conditions]
    .map((condition) =>
      isEventCondition(condition)
        ? eventConditionSql(condition, at, bind)
        : fieldConditionSql(condition, at, bind),
    )
    .join(' AND ') || 'TRUE';
