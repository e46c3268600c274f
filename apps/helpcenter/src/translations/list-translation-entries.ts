import { projectScope } from '@parley/auth';
import type {
  ListTranslationEntriesRequest,
  ListTranslationEntriesResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { type Entry, presentEntry } from './entry';
import { entrySources } from './entry.store';

/** Entries that are in memory at a time; of one with large e-mails less would do. */
const BATCH = 50;

/** Entries of all types in order, after skipping `skip`, at most `limit`. */
async function* readEntries(
  store: Store,
  projectId: string,
  type: string | undefined,
  { skip, limit }: { skip: number; limit: number },
): AsyncGenerator<Entry[]> {
  let [toSkip, left] = [skip, limit];
  for (const source of entrySources.filter((one) => type === undefined || one.type === type)) {
    const count = toSkip > 0 ? await source.count(store, projectId) : Infinity;
    if (toSkip >= count) {
      toSkip -= count;
      continue;
    }
    let cursor: string | number | undefined;
    do {
      if (left <= 0) return;
      const where = { cursor, skip: toSkip, limit: Math.min(BATCH, left) };
      const { entries, next } = await source.page(store, projectId, where);
      toSkip = 0;
      left -= entries.length;
      yield entries;
      cursor = next;
    } while (cursor !== undefined);
  }
}

/** What can be translated: everything, or a part of it. */
export async function* listTranslationEntries(
  { store, workspace }: Pick<Deps, 'store' | 'workspace'>,
  { type, skip = 0, limit = 0 }: ListTranslationEntriesRequest,
  context: CallContext,
): AsyncGenerator<Partially<ListTranslationEntriesResponse>> {
  const { projectId } = projectScope(context.scope);
  const defaultLanguage = await workspace.defaultLanguage(projectId, context);
  const part = { skip, limit: limit === 0 ? Infinity : limit };
  for await (const entries of readEntries(store, projectId, type, part))
    yield { entries: entries.map((entry) => presentEntry(entry, defaultLanguage)) };
}
