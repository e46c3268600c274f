import { type App } from '../core/app';

const KEPT = 'sound';
const SECONDS = 0.15;

/** A short tone for a message of the team, once the visitor has asked for it. */
export interface Sound {
  toggle(): void;
  ring(): void;
}

export const createSound = ({ store, storage }: App): Sound => {
  store.set({ hasSound: storage.read<boolean>(KEPT) ?? false });
  let audio: AudioContext | undefined;
  return {
    toggle: () => {
      const hasSound = !store.get().hasSound;
      storage.write(KEPT, hasSound);
      store.set({ hasSound });
    },
    ring: () => {
      if (!store.get().hasSound) return;
      audio ??= new AudioContext();
      const tone = audio.createOscillator();
      const loudness = audio.createGain();
      loudness.gain.value = 0.05;
      tone.frequency.value = 880;
      tone.connect(loudness).connect(audio.destination);
      tone.start();
      tone.stop(audio.currentTime + SECONDS);
    },
  };
};
