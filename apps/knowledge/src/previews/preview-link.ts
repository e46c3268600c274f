import { type Outbound, OutboundError } from '@parley/outbound';
import type {
  LinkPreview,
  PreviewLinkRequest,
  PreviewLinkResponse,
} from '@parley/proto/generated/parley/knowledge/v1/link_preview_service';
import type { CallContext } from '@parley/rpc';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { decodePage, dropBody, readContentType, readUpTo } from '../crawl';
import { readHead } from './read-head';

const TIMEOUT_MS = 5_000;
const MAX_REDIRECTS = 3;
/** A head is in the first bytes of a page. */
const MAX_BYTES = 131_072;
const MAX_PAGE_BYTES = 10 * 1_048_576;
/** Pages that are read at a time. */
const AT_A_TIME = 4;
/** Pages that are remembered, those that cannot be read too. */
const MAX_KEPT = 1_000;
const KEPT_MS = 3_600_000;

interface Kept {
  preview?: LinkPreview;
}

/** Previews pages. A page is read at most once an hour by each process. */
export type PreviewLink = (request: PreviewLinkRequest, context: CallContext) => Promise<PreviewLinkResponse>;

/** Opens the reading of pages, which have 5 s, 128 KiB and 3 redirects. */
export const createPreviewLink = ({
  outbound,
  publicUrl,
}: {
  outbound: Pick<Outbound, 'stream'>;
  publicUrl: string;
}): PreviewLink => {
  const turns = new PQueue({ concurrency: AT_A_TIME });
  const kept = new LRUCache<string, Kept>({
    max: MAX_KEPT,
    ttl: KEPT_MS,
    fetchMethod: (url) => turns.add(() => readPreview({ outbound, publicUrl }, url)),
  });
  return async ({ url }) => (await kept.fetch(url)) ?? {};
};

const readPreview = async (
  { outbound, publicUrl }: Parameters<typeof createPreviewLink>[0],
  url: string,
): Promise<Kept> => {
  try {
    const { status, headers, body } = await outbound.stream({
      url,
      headers: { accept: 'text/html', 'user-agent': `ParleyBot/1.0 (+${publicUrl})` },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_PAGE_BYTES,
      maxRedirects: MAX_REDIRECTS,
    });
    const { type, charset } = readContentType(headers['content-type']);
    if (status !== 200 || type !== 'text/html') {
      await dropBody(body);
      return {};
    }
    const html = decodePage(await readUpTo(body, MAX_BYTES), { charset, isHtml: true });
    const { title, description, site } = readHead(html);
    if (title === '') return {};
    const preview = {
      url,
      title,
      site: site || new URL(url).host,
      ...(description !== '' && { description }),
    };
    return { preview };
  } catch (error) {
    if (error instanceof OutboundError) return {};
    throw error;
  }
};
