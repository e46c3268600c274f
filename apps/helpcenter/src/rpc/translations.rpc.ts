import { TranslationsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getTexts } from '../reading';
import { getTranslationEntry, listTranslationEntries, putTranslationEntry } from '../translations';

export const translationsRpc = (deps: Deps): ServiceImplementation =>
  implement(TranslationsServiceDefinition, {
    listTranslationEntries: (request, context) => listTranslationEntries(deps, request, context),
    getTranslationEntry: (request, context) => getTranslationEntry(deps, request, context),
    putTranslationEntry: (request, context) => putTranslationEntry(deps, request, context),
    getTexts: (request, context) => getTexts(deps, request, context),
  });
