import { YoutubeSourcesServiceDefinition as youtube } from '@parley/proto/generated/parley/knowledge/v1/youtube_sources_service';
import { operation } from '../rest';

/** Cutting up to 5 MB of transcripts takes its time. */
const BATCH_TIMEOUT_MS = 120_000;

export const youtubeSourceOperations = [
  operation('youtube-source.list', 'GET /youtube-source', youtube, 'listYoutubeSources', {
    permission: 'KNOWLEDGE_FIND',
    page: { default: 50, max: 200 },
    out: 'sources',
  }),
  operation('youtube-source.create', 'POST /youtube-source', youtube, 'addYoutubeSource', {
    permission: 'KNOWLEDGE_CREATE',
    into: 'video',
    out: 'source',
  }),
  operation('youtube-source.preview', 'POST /youtube-source/preview', youtube, 'previewYoutubeSource', {
    permission: 'KNOWLEDGE_FIND',
    into: 'video',
  }),
  operation('youtube-source.batch', 'POST /youtube-source/batch', youtube, 'addYoutubeSourceBatch', {
    permission: 'KNOWLEDGE_CREATE',
    timeoutMs: BATCH_TIMEOUT_MS,
  }),
  operation('youtube-source.delete', 'DELETE /youtube-source/{videoId}', youtube, 'deleteYoutubeSource', {
    permission: 'KNOWLEDGE_DELETE',
    errors: ['CONTENT_NOT_FOUND'],
  }),
  operation(
    'youtube-source.delete-batch',
    'DELETE /youtube-source/batch/{batchId}',
    youtube,
    'deleteYoutubeSourceBatch',
    { permission: 'KNOWLEDGE_DELETE', timeoutMs: BATCH_TIMEOUT_MS },
  ),
];
