import type { VideoSource } from '@parley/proto/generated/parley/knowledge/v1/youtube_sources_service';
import type { Partially } from '@parley/rpc';
import type { presentContent } from '../content';
import { videoIdOf } from './video';

/** Content of a video as the public document. */
export const presentVideo = ({
  contentId = '',
  readMoreUrl,
  ...entry
}: ReturnType<typeof presentContent>): Partially<VideoSource> => ({
  id: entry.id,
  _id: entry.id,
  videoId: videoIdOf(contentId),
  url: readMoreUrl,
  title: entry.title,
  format: entry.format,
  lang: entry.lang,
  tags: entry.tags,
  batchId: entry.batchId,
  isInternal: entry.isInternal,
  status: entry.status,
  error: entry.error,
  chunks: entry.chunks,
  createdAt: entry.createdAt,
  updatedAt: entry.updatedAt,
});
