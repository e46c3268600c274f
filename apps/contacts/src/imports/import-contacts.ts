import { may } from '@parley/auth';
import { DomainError, type FieldProblem, invalid } from '@parley/errors';
import type {
  ImportContactsRequest,
  ImportContactsResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import type { ContactInput } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { CallContext } from '@parley/rpc';
import { readContactInput, demandTags, type Origin, makeOrigin } from '../saving';
import type { Deps } from '../deps';
import { type Imported, type ImportEntry, collectKeys } from './import-entry';
import { findImported } from './import.store';
import { createMatches } from './matches';
import { importTransaction, writeEntries } from './write-entries';

/** Entries of one transaction. */
const CHUNK = 250;

const toEntry = (input: ContactInput): ImportEntry => {
  const patch = readContactInput(input, input.nulls);
  return { userId: patch.userId ?? null, email: patch.email ?? null, patchFor: () => patch };
};

const readEntries = (sessions: readonly ContactInput[]): ImportEntry[] => {
  const problems: FieldProblem[] = [];
  const entries = sessions.flatMap((session, index) => {
    try {
      return [toEntry(session)];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      problems.push(
        ...error.fields.map(({ field, message }) => ({ field: `sessions.${index}.${field}`, message })),
      );
      return [];
    }
  });
  if (problems.length > 0) throw invalid(problems);
  return entries;
};

function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += CHUNK) yield list.slice(start, start + CHUNK);
}

/** Refuses tags before any write, as far as possible then; the transaction checks again. */
const checkTags = async (deps: Deps, entries: readonly ImportEntry[], { scope }: Origin): Promise<void> => {
  if (may(scope, 'SESSION_TAGS_UPDATE')) return;
  const tagged = entries.filter((entry) => entry.patchFor(undefined).tags !== undefined);
  for (const chunk of chunks(tagged)) {
    const rows = await findImported(deps.db, scope.projectId, collectKeys(chunk));
    const matches = createMatches(rows.map((row) => ({ row })));
    for (const entry of chunk) {
      demandTags(scope, matches.find(entry)?.row.tags ?? [], entry.patchFor(undefined));
    }
  }
};

/**
 * Imports a list of contacts, each matched by `userId` alone when it has one, else by address. All are checked before the first is
 * written. An interrupted call may be repeated, because existing values change nothing.
 */
export const importContacts = async (
  deps: Deps,
  { sessions }: ImportContactsRequest,
  context: CallContext,
): Promise<ImportContactsResponse> => {
  const origin = makeOrigin(context, 'import', deps.clock());
  const entries = readEntries(sessions);
  await checkTags(deps, entries, origin);
  const imported: (Imported | null)[] = [];
  for (const chunk of chunks(entries)) {
    imported.push(...(await importTransaction(deps, (tx) => writeEntries(tx, chunk, origin))));
    deps.wakeEvents();
  }
  return { ids: imported.map((entry) => entry?.id ?? null) };
};
