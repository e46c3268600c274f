import { randomBytes } from 'node:crypto';

const ID_PATTERN = /^[0-9a-f]{24}$/;

let lastMillisecond = 0;
let sequence = 0;
let tail = '';

/**
 * A new identifier: 12 bytes as 24 lower-case hex digits. Six bytes are the time in milliseconds, two a counter within
 * that millisecond, four random; so ids sort by creation time and need no coordination.
 */
export const newId = (now: number = Date.now()): string => {
  // A clock set back must not produce ids that sort before those already given.
  const millisecond = Math.max(now, lastMillisecond);
  sequence = millisecond === lastMillisecond ? sequence + 1 : 0;
  if (sequence > 0xffff) {
    lastMillisecond = millisecond + 1;
    sequence = 0;
  } else {
    lastMillisecond = millisecond;
  }
  if (sequence === 0 || tail === '') tail = randomBytes(4).toString('hex');
  return lastMillisecond.toString(16).padStart(12, '0') + sequence.toString(16).padStart(4, '0') + tail;
};

/** Whether a text has the form of an identifier. */
export const isId = (text: string): boolean => ID_PATTERN.test(text);

/** The time an identifier was made. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 12), 16));

/** The lowest identifier that can be made at a time. */
export const makeFirstId = (milliseconds: number): string =>
  Math.max(0, milliseconds).toString(16).padStart(12, '0').padEnd(24, '0');
