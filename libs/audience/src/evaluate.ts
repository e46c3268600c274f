import { holds, type TextKind } from './compare';
import { type Condition, operators } from './operators';

/** A session as its public document: times are ISO texts, unset fields are absent. */
export type SessionDocument = Readonly<Record<string, unknown>>;

/** A visitor without a session: an unknown guest. */
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

/** The value under a path inside free JSON; a key written with dots wins over nested ones. */
const inside = (value: unknown, path: string): unknown => {
  const whole = own(value, path);
  const at = path.indexOf('.');
  if (whole !== undefined || at < 0) return whole;
  return inside(own(value, path.slice(0, at)), path.slice(at + 1));
};

/** The value of a session's field. */
export const readField = (session: SessionDocument, field: string): unknown => {
  if (secret.has(field.split('.', 1)[0] ?? '')) return undefined;
  return inside(session, field);
};

const meets = (session: SessionDocument, { field, operator, value }: Condition): boolean =>
  holds(operators[operator], readField(session, field), value, textKinds[field] ?? 'exact');

/** Whether all conditions of a filter hold for a session. */
export const matches = (session: SessionDocument, filter: readonly Condition[]): boolean =>
  filter.every((condition) => meets(session, condition));
