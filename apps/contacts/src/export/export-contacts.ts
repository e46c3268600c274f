import { projectScope } from '@parley/auth';
import { type CsvColumn, csvEncoder } from '@parley/csv';
import { timeout } from '@parley/errors';
import type {
  ExportContactsRequest,
  ExportContactsResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_lifecycle_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { type ExportedContact, exportedFields, findExported } from './export.store';

/** Most rows of a file. */
export const MAX_ROWS = 75_000;
/** Rows in memory at a time. */
export const BATCH = 500;
/** Bytes of one message at most; a batch of very long rows leaves as several. */
const CHUNK_BYTES = 512 * 1024;

const columns = exportedFields.map((key): CsvColumn<ExportedContact> => ({
  key,
  read: (contact) => contact[key],
}));

function* pieces(bytes: Uint8Array): Generator<ExportContactsResponse> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield { chunk: Buffer.from(bytes.subarray(at, at + CHUNK_BYTES)) };
  }
}

/** Every contact with an address as CSV, the newest first, read a batch at a time as fast as the reader takes it. */
export async function* exportContacts(
  { db }: Pick<Deps, 'db'>,
  request: ExportContactsRequest,
  context: CallContext,
): AsyncGenerator<ExportContactsResponse> {
  const { projectId } = projectScope(context.scope);
  const csv = csvEncoder(columns);
  yield* pieces(csv.header(request));
  let before: string | undefined;
  for (let left = MAX_ROWS; left > 0;) {
    // A file that ends early without an error would pass for whole.
    if (context.signal.aborted) throw timeout('The export took too long. Try again.');
    const limit = Math.min(BATCH, left);
    const rows = await findExported(db, projectId, before, limit);
    yield* pieces(csv.rows(rows));
    before = rows.at(-1)?.id;
    if (rows.length < limit) return;
    left -= limit;
  }
}
