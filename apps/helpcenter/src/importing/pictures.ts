import {
  fileId,
  fileUrl,
  honestName,
  keyOfFileUrl,
  releaseFile,
  SAMPLE_BYTES,
  sniff,
  storeFile,
  SvgTooComplexError,
} from '@parley/files';
import { OutboundError } from '@parley/outbound';
import { Readable } from 'node:stream';
import type { Deps } from '../deps';
import type { ImportProblem } from './import';
import type { Addresses } from './prepare-article';
import { problemOfError, type RunningImport } from './running-import';

/** What became of a picture. */
export type Moved = Awaited<ReturnType<Addresses['image']>>;

/** Most bytes of a picture, and milliseconds until it was fetched. */
const MAX_BYTES = 10 * 1_048_576;
const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;

/** Most pictures of other hosts in one import, and most milliseconds for all of them. */
export const MAX_FETCHED = 2_000;
const MAX_FETCHING_MS = 20 * 60_000;

/** Milliseconds after which a stored picture is deleted unless an article names it. */
const UNNAMED_FILE_MS = 24 * 3_600_000;

const imageTypes: ReadonlySet<string> = new Set(
  ['png', 'jpeg', 'gif', 'webp', 'bmp', 'svg+xml'].map((type) => `image/${type}`),
);

/**
 * Moves the pictures of an import to the files of the project, each once: those of the archive, and unless they are to be kept those of
 * other hosts. One that cannot be moved keeps its address, or is left out where it has none.
 */
export const createPictures = (deps: Deps, running: RunningImport): ((address: string) => Promise<Moved>) => {
  const moved = new Map<string, Moved>();
  const fetching = { count: 0, ms: 0 };
  return async (address) => {
    const before = moved.get(address);
    if (before) return before;
    const url = new URL(address);
    const answer =
      url.hostname === 'archive.invalid'
        ? await moveFile(deps, running, url)
        : await moveForeign(deps, running, address, fetching);
    moved.set(address, answer);
    return answer;
  };
};

const moveFile = async (deps: Deps, running: RunningImport, url: URL): Promise<Moved> => {
  const shown = decodeURI(url.pathname);
  const file = running.plan.findFile(url);
  if (!file) return { problem: { code: 'image_missing', message: shown } };
  if (file.size > MAX_BYTES) return { problem: { code: 'image_too_large', message: shown } };
  try {
    return await store(deps, running, { bytes: await file.read(), name: shown, kept: undefined });
  } catch (error) {
    const problem = problemOfError(shown, error);
    if (!problem) throw error;
    return { problem: { code: 'image_invalid', message: shown } };
  }
};

const moveForeign = async (
  deps: Deps,
  running: RunningImport,
  address: string,
  fetching: { count: number; ms: number },
): Promise<Moved> => {
  const { options } = running.row;
  if (options.images === 'keep' || keyOfFileUrl(deps.publicUrl, address)) return { address };
  if (fetching.count >= MAX_FETCHED || fetching.ms >= MAX_FETCHING_MS)
    return { address, problem: { code: 'image_limit', message: address } };
  fetching.count += 1;
  if (options.dryRun) {
    running.report.add('images');
    return { address };
  }
  const started = Date.now();
  const bytes = await fetchPicture(deps, running, address);
  fetching.ms += Date.now() - started;
  if (typeof bytes === 'string') return { address, problem: { code: bytes, message: address } };
  return store(deps, running, { bytes, name: new URL(address).pathname, kept: address });
};

/** The bytes of a picture, or why there are none. */
const fetchPicture = async (
  { outbound }: Pick<Deps, 'outbound'>,
  { task }: RunningImport,
  url: string,
): Promise<Buffer | 'image_unreachable' | 'image_too_large'> => {
  try {
    const { status, body } = await outbound.request({
      url,
      headers: { accept: 'image/*' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: MAX_REDIRECTS,
      signal: task.signal,
    });
    return status === 200 ? body : 'image_unreachable';
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.code === 'too_large' ? 'image_too_large' : 'image_unreachable';
  }
};

/** Stores a picture that is one by its content; `kept` is its address otherwise. */
const store = async (
  { files, store: { sql }, clock, publicUrl }: Deps,
  { row, report }: RunningImport,
  { bytes, name, kept }: { bytes: Buffer; name: string; kept: string | undefined },
): Promise<Moved> => {
  const head = bytes.subarray(0, SAMPLE_BYTES);
  const kind = await sniff(head);
  const invalid: Omit<ImportProblem, 'path'> = { code: 'image_invalid', message: kept ?? name };
  const refused: Moved = { ...(kept !== undefined && { address: kept }), problem: invalid };
  if (!kind || !imageTypes.has(kind.contentType)) return refused;
  report.add('images');
  if (row.options.dryRun) return { address: `https://archive.invalid${name}` };
  try {
    const last = name.split('/').at(-1) || 'image';
    // It is checked a day later: a process that dies before the article is written leaves a file that no row names.
    const key = await storeFile(
      files,
      row.projectId,
      await honestName(head, last),
      Readable.from([bytes]),
      (own) => releaseFile(sql, fileId(own), new Date(clock().getTime() + UNNAMED_FILE_MS)),
    );
    return { address: fileUrl(publicUrl, key) };
  } catch (error) {
    if (!(error instanceof SvgTooComplexError)) throw error;
    report.add('images', -1);
    return refused;
  }
};
