import type { App } from './app';

const KEPT = 'sound';
const SECONDS = 0.15;
/** Milliseconds after which a tone that the browser held back comes too late. */
const LATE_MS = 1_000;

/** A short tone for what comes of the team, once the visitor has asked for it. */
export interface Sound {
  /** Turns it on, and lets it be heard, or off. */
  toggle(): void;
  ring(): void;
}

export const createSound = ({ store, storage }: Pick<App, 'store' | 'storage'>): Sound => {
  store.set({ hasSound: storage.read<boolean>(KEPT) ?? false });
  let audio: AudioContext | undefined;
  let isHeldBack = false;
  const play = (on: AudioContext): void => {
    const tone = on.createOscillator();
    const loudness = on.createGain();
    loudness.gain.value = 0.05;
    tone.frequency.value = 880;
    tone.connect(loudness).connect(on.destination);
    tone.start();
    tone.stop(on.currentTime + SECONDS);
  };
  const ring = (): void => {
    if (!store.get().hasSound || isHeldBack) return;
    const on = (audio ??= new AudioContext());
    const askedAt = performance.now();
    isHeldBack = true;
    // A browser lets a page be heard only after a click or a key in it.
    on.resume()
      .then(() => {
        if (performance.now() - askedAt < LATE_MS) play(on);
      })
      .catch(() => undefined)
      .finally(() => (isHeldBack = false));
  };
  return {
    toggle: () => {
      const hasSound = !store.get().hasSound;
      storage.write(KEPT, hasSound);
      store.set({ hasSound });
      ring();
    },
    ring,
  };
};
