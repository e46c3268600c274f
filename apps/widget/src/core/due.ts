import type { Item } from './item';
import { watchAddress } from './address';
import type { App } from './app';
import { watchLanguage } from './language';
import { persist } from './retry';

/** Milliseconds after an event within which what waits for it is due. */
const AFTER_EVENT_MS = 2_500;
/** Least time between two checks without a trigger, in milliseconds. */
const REST_MS = 60_000;

/**
 * Requests the due items: when the page opens, changes its address, reports an event, or when the visitor comes back to the tab.
 */
export const watchDue = (app: App): void => {
  const { send, store, session, language, endings, ended } = app;
  let asked = 0;
  let askedAt = -Infinity;
  const ask = async (turn: number): Promise<void> => {
    // The page may be elsewhere by now.
    if (turn !== asked) return;
    const startedAt = (askedAt = performance.now());
    const query = `url=${encodeURIComponent(location.href)}&lang=${encodeURIComponent(language())}`;
    const items = await send<Item[]>('GET', `/shared/engagements?${query}`);
    if (turn !== asked) return;
    const started = store.get().items.filter(({ isStarted }) => isStarted);
    const others = items.filter(
      ({ id }) => !endings.outdates(id, startedAt) && !started.some((one) => one.id === id),
    );
    store.set({ items: [...started, ...others] });
  };
  // Until there is an answer what shows stays.
  const look = (): void => {
    const turn = (asked += 1);
    persist(() => ask(turn)).catch(() => undefined);
  };
  let timer: ReturnType<typeof setTimeout>;
  const lookLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, AFTER_EVENT_MS);
  };
  // The page's listeners outlive the widget.
  app.emitter.on('tracked', lookLater, ended);
  watchAddress(look, ended);
  session.onChange(look);
  watchLanguage(app, look);
  addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible' && performance.now() - askedAt > REST_MS) look();
    },
    { signal: ended },
  );
  ended.addEventListener('abort', () => clearTimeout(timer));
  look();
};
