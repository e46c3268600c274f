import type { StreamMessage } from '@parley/realtime';
import type { Feed } from '../connections';

/** The broadcast of a person who types. */
export type TypingMessage = Extract<StreamMessage, { kind: 'typing' }>;

/** Milliseconds after a person's last sign of typing. */
const TYPING_MS = 5_000;

/** Milliseconds between two checks of that. */
const LOOK_MS = 250;

/** Who types at the moment in the streams that are followed here. */
export interface Typists {
  /** Delivers that a person types, or not any more. */
  hear(feed: Feed, message: TypingMessage): void;
  stop(): void;
}

interface Typist {
  feed: Feed;
  data: object;
  /** When it is over, in milliseconds that never go back. */
  until: number;
}

const makeKey = ({ projectId, contactId }: Feed, { data, by }: TypingMessage): string =>
  `${projectId}.${contactId} ${by ?? JSON.stringify({ ...data, typing: undefined })}`;

/** Remembers who types, and says by itself that it is over after 5 s without renewal. */
export const createTypists = (tell: (feed: Feed, data: object) => void): Typists => {
  const typists = new Map<string, Typist>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = performance.now();
    for (const [key, { feed, data, until }] of typists) {
      if (until > now) continue;
      typists.delete(key);
      tell(feed, { ...data, typing: false });
    }
    if (typists.size === 0) rest();
  };
  const rest = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const watch = (): void => {
    timer ??= setInterval(look, LOOK_MS).unref();
  };
  return {
    hear: (feed, message) => {
      const key = makeKey(feed, message);
      const { data } = message;
      if ('typing' in data && data.typing === true) {
        typists.set(key, { feed, data, until: performance.now() + TYPING_MS });
        watch();
      } else typists.delete(key);
      tell(feed, data);
    },
    stop: rest,
  };
};
