import { ArchiveError, openStoredFile } from '@parley/archives';
import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { conflict, invalid, notFound, tooLarge } from '@parley/errors';
import { keyOfFileUrl, nameOfKey } from '@parley/files';
import { addJob } from '@parley/jobs';
import { newId } from '@parley/persistence';
import type {
  StartImportRequest,
  StartImportResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/imports_service';
import type { CallContext, Partially } from '@parley/rpc';
import { trimEnd } from '@parley/text';
import { collectionExists } from '../collections';
import type { Deps } from '../deps';
import { storedLanguage } from '../localised';
import { type ImportOptions, type ImportRow, MAX_KEPT, MAX_UNFINISHED } from './import';
import { presentImport } from './import.present';
import { countUnfinished, dropOldest, insertImport, lockStarts } from './import.store';
import { importJob } from './run-import';
import { isLanguageCode } from './texts';
import { openFiles } from './sources/open-files';

/**
 * Stores an import, and its job. 400 naming `fileUrl` for a file that cannot be imported, 413 for one that is too large, 404
 * `collection_not_found`, 409 `too_many_imports` while 3 of the project have not ended.
 */
export const startImport = async (
  deps: Deps,
  request: StartImportRequest,
  context: OnceContext<StartImportResponse>,
): Promise<Partially<StartImportResponse>> => {
  const { projectId, organisationId, actor, role } = projectScope(context.scope);
  const options = await readOptions(deps, projectId, request, context);
  const fileKey = await readFileKey(deps, projectId, request.fileUrl, options);
  const now = deps.clock();
  const row: ImportRow = {
    projectId,
    id: newId(now.getTime()),
    organisationId,
    fileKey,
    options,
    startedBy: { actor, ...(role && { role }) },
    status: 'queued',
    counts: {},
    problems: [],
    position: 0,
    error: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    finishedAt: null,
  };
  const answer = { job: presentImport(row) };
  await deps.store.transaction(async ({ sql }) => {
    await lockStarts(sql, projectId);
    if ((await countUnfinished(sql, projectId)) >= MAX_UNFINISHED)
      throw conflict(
        'TOO_MANY_IMPORTS',
        `This project has ${MAX_UNFINISHED} imports that have not ended, the most possible. Start another when one has.`,
      );
    await insertImport(sql, row);
    await dropOldest(sql, projectId, MAX_KEPT);
    await context.record(sql, answer);
    await addJob(sql, importJob, {}, { projectId, key: row.id, now });
  });
  return answer;
};

const readOptions = async (
  { store, workspace }: Pick<Deps, 'store' | 'workspace'>,
  projectId: string,
  { language, collectionId, publish, dryRun, images, oldBase }: StartImportRequest,
  context: CallContext,
): Promise<ImportOptions> => {
  if (language !== undefined && !isLanguageCode(language))
    throw invalid({ field: 'language', message: 'must be a language code such as de or de-AT' });
  if (collectionId !== undefined && !(await collectionExists(store, projectId, collectionId)))
    throw notFound('collection');
  const settings = await workspace.settings(projectId, context);
  const chosen = language === undefined ? settings.defaultLanguage : storedLanguage(language);
  return {
    language: chosen,
    languages: [...new Set([chosen, settings.defaultLanguage, ...settings.languages])],
    collectionId: collectionId ?? null,
    publish: publish ?? null,
    dryRun: dryRun ?? false,
    images: images === 'keep' ? 'keep' : 'store',
    oldBase: oldBase === undefined ? null : readBase(oldBase),
  };
};

const readBase = (oldBase: string): string => {
  const url = URL.canParse(oldBase) ? new URL(oldBase) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw invalid({
      field: 'oldBase',
      message: 'must be an http or https address without a query and a fragment',
    });
  return trimEnd(url.origin + url.pathname, '/');
};

/** The key of an upload of this project that can be imported. Another project's and an unknown address are refused alike. */
const readFileKey = async (
  { files, publicUrl }: Pick<Deps, 'files' | 'publicUrl'>,
  projectId: string,
  fileUrl: string,
  { languages }: ImportOptions,
): Promise<string> => {
  const key = keyOfFileUrl(publicUrl, fileUrl);
  if (!key?.startsWith(`${projectId}/`) || !(await files.find(key)))
    throw invalid({ field: 'fileUrl', message: 'is no upload of this project' });
  try {
    await openFiles(await openStoredFile(files, key), { name: nameOfKey(key), languages });
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    if (error.code === 'archive_too_large')
      throw tooLarge('An archive may have at most 50 MB, 200 MB unpacked, and 20,000 entries.');
    throw invalid({ field: 'fileUrl', message: messages[error.code] });
  }
  return key;
};

const messages = {
  archive_invalid: 'must be a ZIP that can be read, or JSON',
  archive_empty: 'has no files',
};
