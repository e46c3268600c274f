import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { DomainError, invalid } from '@parley/errors';
import { newId } from '@parley/persistence';
import {
  type AddYoutubeSourceBatchRequest,
  type AddYoutubeSourceBatchResponse,
  type AddYoutubeSourceRequest,
  type AddYoutubeSourceResponse,
  type PreviewYoutubeSourceRequest,
  type PreviewYoutubeSourceResponse,
  YoutubeVideo,
} from '@parley/proto/generated/parley/knowledge/v1/youtube_sources_service';
import type { CallContext, Partially } from '@parley/rpc';
import { cutSections, presentContent, pushContent, readPushed } from '../content';
import type { Deps } from '../deps';
import { toContent, videoIdOf, YOUTUBE } from './video';
import { presentVideo } from './youtube.present';

/** Characters of a transcript that a preview shows. */
const SHOWN = 2_000;

/** Stores a video's transcript as content, in place of the one that is there. */
export const addYoutubeSource = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  { video = YoutubeVideo.create(), batchId }: AddYoutubeSourceRequest,
  context: OnceContext<AddYoutubeSourceResponse>,
): Promise<Partially<AddYoutubeSourceResponse>> =>
  naming(async () => {
    const pushed = await readPushed(toContent(video, batchId));
    return pushContent(deps, pushed, { origin: YOUTUBE }, context, async (tx, row) => {
      const answer = { source: presentVideo(presentContent(row)) };
      await context.record(tx, answer);
      return answer;
    });
  });

/** Reads a video's transcript and stores nothing. */
export const previewYoutubeSource = async (
  _deps: unknown,
  { video = YoutubeVideo.create() }: PreviewYoutubeSourceRequest,
): Promise<Partially<PreviewYoutubeSourceResponse>> =>
  naming(async () => {
    const { contentId, readMoreUrl, title, format, ...fields } = await readPushed(
      toContent(video, undefined),
    );
    const sections = await cutSections({ contentId, readMoreUrl, title, format, ...fields });
    const text = sections.map(({ heading = '', text: words }) => `${heading}\n${words}`.trim()).join('\n\n');
    return {
      videoId: videoIdOf(contentId),
      url: readMoreUrl ?? '',
      title,
      format,
      characters: text.length,
      text: text.slice(0, SHOWN).toWellFormed(),
    };
  });

/** Stores the transcripts of several videos, one after another; a bad one stops no other. */
export const addYoutubeSourceBatch = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  { videos, batchId = newId() }: AddYoutubeSourceBatchRequest,
  context: CallContext,
): Promise<Partially<AddYoutubeSourceBatchResponse>> => {
  projectScope(context.scope);
  const failed: AddYoutubeSourceBatchResponse['failed'] = [];
  for (const [index, sent] of videos.entries()) {
    try {
      await naming(async () => {
        const pushed = await readPushed(toContent(readVideo(sent), batchId));
        await pushContent(deps, pushed, { origin: YOUTUBE }, context, () => Promise.resolve());
      });
    } catch (error) {
      if (!(error instanceof DomainError) || !['invalid', 'tooLarge'].includes(error.kind)) throw error;
      const [problem] = error.fields;
      failed.push({
        index,
        code: error.reason.toLowerCase(),
        field: problem?.field,
        message: problem?.message ?? error.message,
      });
    }
  }
  return { batchId, added: videos.length - failed.length, failed };
};

/** A video of a list, of which the elements come unchecked. */
const readVideo = (sent: unknown): YoutubeVideo => {
  if (typeof sent !== 'object' || sent === null) throw invalid([{ field: '', message: 'must be an object' }]);
  const video = sent as Record<string, unknown>;
  const wrong = (['url', 'title', 'transcript'] as const).filter((name) => typeof video[name] !== 'string');
  if (wrong.length > 0) throw invalid(wrong.map((field) => ({ field, message: 'is required' })));
  const { url, title, transcript, lang, tags, isInternal } = video;
  if (lang !== undefined && typeof lang !== 'string')
    throw invalid([{ field: 'lang', message: 'must be a text' }]);
  if (isInternal !== undefined && typeof isInternal !== 'boolean')
    throw invalid([{ field: 'isInternal', message: 'must be true or false' }]);
  const known = { url, title, transcript } as Pick<YoutubeVideo, 'url' | 'title' | 'transcript'>;
  return { ...known, lang, tags: (tags ?? []) as string[], isInternal };
};

/** Runs `work` with errors that name fields as they were sent. */
const naming = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    throw invalid(
      error.fields.map(({ field, message }) => ({
        field: field === 'content' ? 'transcript' : field,
        message,
      })),
    );
  }
};
