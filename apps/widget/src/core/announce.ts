import type { App } from './app';
import type { Message } from './documents';

/** Texts that stay to be heard: several may come at once. */
const KEPT = 5;

/** Has those who hear the page hear a text, once for each key. */
export const announce = ({ store }: Pick<App, 'store'>, key: string, text: string): void => {
  const { announced } = store.get();
  if (text === '' || announced.some((one) => one.key === key)) return;
  store.set({ announced: [...announced, { key, text }].slice(-KEPT) });
};

/** The same for a message that is not visible. */
export const announceMessage = (app: App, { id, author, plainText }: Message): void =>
  announce(app, id, [author?.name, plainText].filter(Boolean).join(': '));
