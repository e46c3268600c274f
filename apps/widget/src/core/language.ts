import type { App } from './app';

/** Languages that are written from right to left, where the browser cannot say. */
const FROM_RIGHT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(-|$)/i;

interface WithDirection {
  getTextInfo?(): { direction?: string };
  textInfo?: { direction?: string };
}

/** The direction that a language is written in. */
export const findDirection = (language: string): 'ltr' | 'rtl' => {
  try {
    const locale = new Intl.Locale(language) as WithDirection;
    const { direction } = locale.getTextInfo?.() ?? locale.textInfo ?? {};
    if (direction === 'rtl' || direction === 'ltr') return direction;
  } catch {
    // No language that the browser knows.
  }
  return FROM_RIGHT.test(language) ? 'rtl' : 'ltr';
};

/** Hears that another language is wanted: an application puts its page into one while it is open, or chooses one for the widget. */
export const watchLanguage = (
  { language, store, ended }: Pick<App, 'language' | 'store' | 'ended'>,
  hear: () => void,
): void => {
  let known = language();
  const look = (): void => {
    if (language() === known) return;
    known = language();
    hear();
  };
  const observer = new MutationObserver(look);
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  const leave = store.subscribe(look);
  ended.addEventListener('abort', () => {
    observer.disconnect();
    leave();
  });
};

/** The language that a page asks for by its tag, else its own, else the visitor's. */
export const wantedLanguage = (asked: string | undefined): string =>
  asked || document.documentElement.lang || navigator.language || 'en';
