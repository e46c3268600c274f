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

/** Hears that an application puts its page into another language while it is open. */
export const watchLanguage = (hear: () => void): void =>
  new MutationObserver(hear).observe(document.documentElement, { attributeFilter: ['lang'] });

/** The language that a page asks for by its tag, else its own, else the visitor's. */
export const wantedLanguage = (asked: string | undefined): string =>
  asked || document.documentElement.lang || navigator.language || 'en';
