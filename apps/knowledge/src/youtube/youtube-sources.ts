import { projectScope } from '@parley/auth';
import { compilePage, compileSort, type SortFields } from '@parley/persistence';
import type {
  DeleteYoutubeSourceBatchRequest,
  DeleteYoutubeSourceBatchResponse,
  DeleteYoutubeSourceRequest,
  DeleteYoutubeSourceResponse,
  ListYoutubeSourcesRequest,
  ListYoutubeSourcesResponse,
} from '@parley/proto/generated/parley/knowledge/v1/youtube_sources_service';
import type { CallContext, Partially } from '@parley/rpc';
import { deleteBatchOf, deleteContent, listContentRows, presentContent } from '../content';
import type { Deps } from '../deps';
import { contentIdOf, YOUTUBE } from './video';
import { presentVideo } from './youtube.present';

const sortable: SortFields = {
  id: 'c.id',
  videoId: 'c.content_id',
  url: 'c.read_more_url',
  title: 'c.title',
  format: 'c.format',
  lang: { sql: 'c.lang', nullsLast: true },
  tags: 'c.tags',
  error: { sql: 'd.error', nullsLast: true },
  batchId: { sql: 'c.batch_id', nullsLast: true },
  isInternal: 'c.is_internal',
  status: 'd.status',
  chunks: 'd.passages',
  createdAt: 'c.created_at',
  updatedAt: 'c.updated_at',
};

/** The videos of the project, the newest first unless asked for another order. */
export const listYoutubeSources = async (
  { db }: Pick<Deps, 'db'>,
  { sort, ...query }: ListYoutubeSourcesRequest,
  context: CallContext,
): Promise<Partially<ListYoutubeSourcesResponse>> => {
  const { projectId } = projectScope(context.scope);
  const page = compilePage(query, { default: 50, max: 200 });
  const orderBy = compileSort(sort, sortable, '-createdAt');
  const rows = await listContentRows(db, { where: `c.origin = '${YOUTUBE}'`, orderBy, ...page }, [projectId]);
  return { sources: rows.map((row) => presentVideo(presentContent(row))) };
};

/** Deletes a video. 404 CONTENT_NOT_FOUND. */
export const deleteYoutubeSource = (
  deps: Pick<Deps, 'db'>,
  { videoId }: DeleteYoutubeSourceRequest,
  context: CallContext,
): Promise<DeleteYoutubeSourceResponse> => deleteContent(deps, { contentId: contentIdOf(videoId) }, context);

/** Deletes the videos of a batch; other content with this batch stays. */
export const deleteYoutubeSourceBatch = (
  deps: Pick<Deps, 'db'>,
  { batchId }: DeleteYoutubeSourceBatchRequest,
  context: CallContext,
): Promise<DeleteYoutubeSourceBatchResponse> =>
  deleteBatchOf(deps, {
    projectId: projectScope(context.scope).projectId,
    batchId,
    others: false,
    origin: YOUTUBE,
  });
