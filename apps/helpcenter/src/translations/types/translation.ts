import type { CallContext } from '@parley/rpc';
import type { Store } from '../../db';
import type { Deps } from '../../deps';
import { findLanguage } from '../../localised';
import type { Localised } from '@parley/localised';
import type { Entry } from '../entry';

/** A push: fields of one language. */
export interface Push {
  /** As the caller names it. */
  language: string;
  fields: Readonly<Record<string, unknown>>;
}

/** An entry with its fields as they are shown. */
export interface Translated {
  entry: Entry;
  /** Its fields in a language. */
  fieldsIn(language: string): Record<string, string>;
}

/** How the entries of one type are read and written. */
export interface Translation {
  /** Parses the long texts of a push before its transaction; answers the fields with the results. */
  read?(fields: Push['fields']): Promise<Push['fields']>;
  /** Undefined when the project has no such entry. */
  find(store: Store, projectId: string, id: string): Promise<Translated | undefined>;
  /** As `find`, after the push; runs in a transaction. */
  push(
    deps: Pick<Deps, 'events' | 'clock'>,
    tx: Store,
    projectId: string,
    id: string,
    push: Push,
    context: CallContext,
  ): Promise<Translated | undefined>;
}

/** Fields in one language, those without a value left out. */
export const shownFields =
  (fields: Readonly<Record<string, Localised<string>>>) =>
  (language: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, values]) => {
        const key = findLanguage(values, language);
        const value = key === undefined ? '' : (values[key] ?? '');
        return value === '' ? [] : [[name, value]];
      }),
    );
