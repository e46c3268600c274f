import { createLocalCache } from '@parley/cache';
import type { TranslationsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import type { CallContext, Client } from '@parley/rpc';
import type { Texts } from './view';

/** How long the texts of a project are cached, in milliseconds. */
const BELIEF_MS = 5_000;
const MAX_TEXTS = 1_000;

/** The texts that pages show in a language. */
export type LoadTexts = (projectId: string, language: string, context: CallContext) => Promise<SpokenTexts>;

/** Texts and the language that they are in. */
export interface SpokenTexts {
  texts: Texts;
  language: string;
}

const onlyTexts = (found: Readonly<Record<string, unknown>> = {}): Texts =>
  Object.fromEntries(Object.entries(found).filter(([, text]) => typeof text === 'string')) as Texts;

/** Asks the help center for texts, for each project and language at most every 5 s. */
export const createTexts = (
  translations: Pick<Client<TranslationsServiceDefinition>, 'getTexts'>,
): LoadTexts => {
  const known = createLocalCache<SpokenTexts>({ max: MAX_TEXTS, ttlMs: BELIEF_MS });
  return (projectId, language, context) =>
    known.getOrLoad(`${projectId} ${language}`, async () => {
      const found = await translations.getTexts({ lang: language }, context);
      return { texts: onlyTexts(found.texts), language: found.language || language };
    });
};
