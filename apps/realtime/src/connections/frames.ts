import { isObject } from '@parley/json';
/** The text of a message to a client; `data` travels as JSON text within it, as the protocol has it. */
export const encodeFrame = (event: string, data: object, channel?: string): string =>
  JSON.stringify({ event, ...(channel !== undefined && { channel }), data: JSON.stringify(data) });

/** An error that is no reason to close the connection. */
export const errorFrame = (code: number | null, message: string): string =>
  JSON.stringify({ event: 'pusher:error', data: { code, message } });

/** A message of a client. */
export interface ClientMessage {
  event: string;
  channel: string | undefined;
  data: unknown;
}

/** The object that a JSON text stands for; undefined for anything else. */
export const parseObject = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Reads a message; undefined for a text that is no JSON object with an `event`. */
export const readMessage = (text: string): ClientMessage | undefined => {
  const message = parseObject(text);
  if (typeof message?.['event'] !== 'string') return undefined;
  const { event, channel, data } = message;
  return { event, channel: typeof channel === 'string' ? channel : undefined, data };
};

/** The members of `data`, which clients send as an object or as the text of one. */
export const readMembers = ({ data }: ClientMessage): Record<string, unknown> => {
  if (typeof data === 'string') return parseObject(data) ?? {};
  return isObject(data) ? data : {};
};

/** A member that is a text. */
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A member that is a whole number from 0. */
export const asNumber = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
