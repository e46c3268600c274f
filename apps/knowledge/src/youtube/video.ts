import { type FieldProblem, invalid } from '@parley/errors';
import type { YoutubeVideo } from '@parley/proto/generated/parley/knowledge/v1/youtube_sources_service';

/** Origin of content that is a transcript of a video. */
export const YOUTUBE = 'youtube' as const;

const VIDEO_ID = /^[\w-]{11}$/;
const HOSTS = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
];
/** Parts of paths before the id. */
const PLACES = ['embed', 'live', 'shorts', 'v'];
const SUBRIP = /^\ufeff?\s*\d+\s*\r?\n\d{1,2}:\d{2}:\d{2},\d{3} -->/;

/** A video as content is sent. */
type Content = Record<string, unknown> & { contentId: string };

/** Key of a video among the project's content. */
export const contentIdOf = (videoId: string): string => `youtube:${videoId}`;

/** Id of the video with a key. */
export const videoIdOf = (contentId: string): string => contentId.slice('youtube:'.length);

/** A video as content. 400 naming `url` for an address of no video. */
export const toContent = (video: YoutubeVideo, batchId: string | undefined): Content => {
  const videoId = readVideoId(video.url.trim());
  if (videoId === undefined) {
    const problem: FieldProblem = { field: 'url', message: 'must be an address or an id of a YouTube video' };
    throw invalid([problem]);
  }
  return {
    contentId: contentIdOf(videoId),
    type: 'video',
    title: video.title,
    content: video.transcript,
    format: SUBRIP.test(video.transcript.slice(0, 200)) ? 'srt' : 'text',
    lang: video.lang,
    tags: video.tags,
    isInternal: video.isInternal,
    batchId,
    readMoreUrl: `https://www.youtube.com/watch?v=${videoId}`,
  };
};

const readVideoId = (text: string): string | undefined => {
  if (VIDEO_ID.test(text)) return text;
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, pathname, searchParams } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const [, first = '', second = ''] = pathname.split('/');
  let found: string | null = null;
  if (hostname === 'youtu.be') found = first;
  else if (HOSTS.includes(hostname)) found = PLACES.includes(first) ? second : searchParams.get('v');
  return found !== null && VIDEO_ID.test(found) ? found : undefined;
};
