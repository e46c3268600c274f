import type { App } from '../core';

/** Milliseconds after which continued typing is reported again. */
const RENEW_MS = 3_000;

/** Reports to the team that the visitor types. */
export interface Typing {
  renew(conversationId: string | undefined): void;
  stop(): void;
}

export const createTyping = ({ send }: Pick<App, 'send'>): Typing => {
  let toldAt = -Infinity;
  let last: string | undefined;
  const tell = (id: string, typing: boolean): void => {
    // A nicety: a lost word of it is renewed or over soon.
    send('POST', `/shared/conversations/${id}/typing`, { typing }).catch(() => undefined);
  };
  return {
    renew: (id) => {
      if (id === undefined || performance.now() - toldAt < RENEW_MS) return;
      toldAt = performance.now();
      last = id;
      tell(id, true);
    },
    stop: () => {
      toldAt = -Infinity;
      if (last !== undefined) tell(last, false);
      last = undefined;
    },
  };
};
