import type { Profile } from '../../index';
import { alone } from './alone';
import { Refused, type Send } from './api';
import type { Handover } from './handover';
import type { Storage } from './storage';

/** How this browser speaks for its contact. */
export interface Keys {
  svcId: string;
  svcHash: string;
  /** Absent while the contact is a guest. */
  userId?: string;
}

/** The session of this browser, which all its tabs share. */
export interface Session {
  /** The first request of this tab leaves now: others can leave with it. */
  leaving: Promise<void>;
  /** The keys, as soon as there are some. */
  keys(): Promise<Keys>;
  /** Sends in the contact's name; once more with other keys when these are no longer good. */
  send: Send;
  /** The same keys as headers, for requests of another kind. */
  headers(): Promise<Record<string, string>>;
  identify(profile: Profile): Promise<Keys>;
  /** Forgets the contact; the next request begins as a new guest. */
  forget(): void;
  /** Hears that the contact is another than before, or none, in this tab or by another. */
  onChange(hear: () => void): void;
}

const KEPT = 'session';

const isStale = (error: unknown): boolean => error instanceof Refused && error.code === 'invalid_session';

const buildHeaders = ({ svcId, svcHash }: Keys): Record<string, string> => ({
  'svc-id': svcId,
  'svc-hash': svcHash,
});

const describeDevice = (lang: string): object => ({
  lang,
  platform: 'web',
  deviceType: matchMedia('(pointer: coarse)').matches ? 'phone' : 'desktop',
});

/** @param language Language that a new guest speaks. */
export const createSession = (
  send: Send,
  storage: Storage,
  handover: Handover,
  language: () => string,
): Session => {
  let current: Promise<Keys> | undefined;
  let shown: string | undefined;
  const hearers = new Set<() => void>();

  /** Records the current visitor, and notifies when it is another one. */
  const take = (keys: Keys | undefined): void => {
    const before = shown;
    shown = keys?.svcId;
    if (before !== undefined && before !== shown) for (const hear of hearers) hear();
  };
  const { keep, newest } = createKept(storage, handover, take);
  const { begin, leaving } = createBeginning(send, language);

  /** Continues with the stored keys, unless those were refused; else begins as a guest. One tab at a time. */
  const start = (refused?: Keys): Promise<Keys> =>
    alone(KEPT, async () => {
      const kept = await newest();
      if (kept && kept.svcId !== refused?.svcId) {
        try {
          return keep({ ...kept, ...(await begin(kept)) });
        } catch (error) {
          if (!isStale(error)) throw error;
        }
      }
      return keep(await begin());
    });
  /** Makes all requests wait for these keys; if they do not come, the next request tries again. */
  const adopt = (promise: Promise<Keys>): Promise<Keys> => {
    current = promise;
    promise.catch(() => {
      if (current === promise) current = undefined;
    });
    return promise;
  };
  const keys = (): Promise<Keys> => current ?? adopt(start());

  storage.watch(KEPT, () => {
    const kept = storage.read<Keys>(KEPT);
    current = kept && Promise.resolve(kept);
    take(kept);
  });

  return {
    leaving,
    keys,
    headers: async () => buildHeaders(await keys()),
    send: sendAs(send, keys, (own) => void adopt(start(own))),
    identify: (profile) => {
      const before = keys();
      const identified = before.then((begun) =>
        alone(KEPT, async () => {
          const own = (await newest()) ?? begun;
          const headers = buildHeaders(own);
          return keep(await send<Keys>('POST', '/shared/sessions/identify', profile, { headers }));
        }),
      );
      // Requests from now on wait for it: the guest's keys are invalid once the contact is another one.
      void adopt(identified.catch(() => before));
      return identified;
    },
    forget: () => {
      // The next request waits for it, lest it goes on with what another tab left just now.
      current = undefined;
      storage.write(KEPT, undefined);
      void alone(KEPT, () => handover.leave(undefined));
      take(undefined);
    },
    onChange: (hear) => void hearers.add(hear),
  };
};

/** Begins sessions; `leaving` resolves when the first request for one leaves. */
const createBeginning = (send: Send, language: () => string) => {
  let leave = (): void => undefined;
  const leaving = new Promise<void>((resolve) => (leave = resolve));
  const begin = (keys?: Keys): Promise<Keys> => {
    leave();
    const extras = keys && { headers: buildHeaders(keys) };
    return send<Keys>('POST', '/shared/sessions', describeDevice(language()), extras);
  };
  return { begin, leaving };
};

/** Sends as who speaks; once more where the keys turn out to be stale, which `restart` replaces. */
const sendAs =
  (send: Send, keys: () => Promise<Keys>, restart: (own: Keys) => void): Send =>
  async (method, path, body, extras = {}) => {
    const own = await keys();
    const attempt = <Answer>(by: Keys): Promise<Answer> =>
      send(method, path, body, { ...extras, headers: { ...buildHeaders(by), ...extras.headers } });
    try {
      return await attempt(own);
    } catch (error) {
      if (!isStale(error)) throw error;
      const newer = await keys();
      if (newer.svcId === own.svcId) restart(own);
      return attempt(await keys());
    }
  };

/** The keys that this browser keeps. */
const createKept = (storage: Storage, handover: Handover, take: (keys: Keys) => void) => {
  const keep = async ({ svcId, svcHash, userId }: Keys): Promise<Keys> => {
    const keys: Keys = { svcId, svcHash, ...(userId !== undefined && { userId }) };
    storage.write(KEPT, keys);
    await handover.leave(keys);
    take(keys);
    return keys;
  };
  /** The keys of the last tab, which this tab's own storage may not have yet. */
  const newest = async (): Promise<Keys | undefined> =>
    ((await handover.take()) as Keys | undefined) ?? storage.read<Keys>(KEPT);
  return { keep, newest };
};
