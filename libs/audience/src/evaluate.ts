import { holds, type TextKind } from './compare';
import { type Condition, operators } from './operators';

/** A session as its public document has it: times as ISO texts, what is unset absent. */
export type SessionDocument = Readonly<Record<string, unknown>>;

/** What a visitor without a session is: a guest of whom nothing is known. */
export const anonymousSession: SessionDocument = {};

/** Fields that open a session's door: no condition sees them. */
const secret = new Set(['svcId', 'svcHash']);

const textKinds: Readonly<Record<string, TextKind>> = {
  email: 'anyCase',
  createdAt: 'time',
  updatedAt: 'time',
  firstActivity: 'time',
  lastActivity: 'time',
  lastHeardFrom: 'time',
  unsubscribedAt: 'time',
};

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/** What is under a path inside free JSON: a key that is written with dots counts before nested ones. */
const inside = (value: unknown, path: string): unknown => {
  const whole = own(value, path);
  const at = path.indexOf('.');
  if (whole !== undefined || at < 0) return whole;
  return inside(own(value, path.slice(0, at)), path.slice(at + 1));
};

/** What a session has in a field. */
export const fieldOf = (session: SessionDocument, field: string): unknown => {
  if (secret.has(field.split('.', 1)[0] ?? '')) return undefined;
  return inside(session, field);
};

const meets = (session: SessionDocument, { field, operator, value }: Condition): boolean =>
  holds(operators[operator], fieldOf(session, field), value, textKinds[field] ?? 'exact');

/** Whether all conditions of a filter hold for a session. */
export const matches = (session: SessionDocument, filter: readonly Condition[]): boolean =>
  filter.every((condition) => meets(session, condition));
