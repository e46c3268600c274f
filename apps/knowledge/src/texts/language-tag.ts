const tag = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}$/;

/** A language tag in its usual form (`pt-BR`); undefined for a text that is none. */
export const readLanguageTag = (text: string): string | undefined => {
  if (!tag.test(text)) return undefined;
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
};
