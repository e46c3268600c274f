import type { ArticleInput } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { RichText } from '@parley/rich-text';
import { MAX_TAG, MAX_TAGS, readArticleSent } from '../articles';
import { MAX_DESCRIPTION, MAX_TITLE } from '../localised';
import type { ImportProblem } from './import';
import { readPage } from './pages/page.work';
import { listImages, rewriteDocument } from './rewrite-document';
import { cleanText } from './texts';
import type { PlannedArticle, PlannedText } from './sources/plan';

/** Resolves the addresses in the texts of an import. */
export interface Addresses {
  /** The new address of a link in a text of a language; undefined when it leads to nothing. */
  link(address: string, language: string): string | undefined;
  /** Moves a picture; answers its new address, or why it stays or is left out. */
  image(address: string): Promise<{ address?: string; problem?: Omit<ImportProblem, 'path'> }>;
}

/** An article that was read, and is ready to be written. */
export interface PreparedArticle {
  change: Awaited<ReturnType<typeof readArticleSent>>;
  /** Whether something may be found by a later import. */
  isIncomplete: boolean;
}

/** The article of an import as a change of an article. Problems of its parts are reported. @throws DomainError when it cannot be one. */
export const prepareArticle = async (
  planned: PlannedArticle,
  addresses: Addresses,
  report: (problem: ImportProblem) => void,
): Promise<PreparedArticle> => {
  const sent = { title: {} as Record<string, string>, description: {} as Record<string, string> };
  const content: Record<string, RichText> = {};
  let isIncomplete = false;
  for (const text of planned.texts) {
    const prepared = await prepareText(text, addresses, (problem) => {
      isIncomplete = true;
      report({ path: text.path, ...problem });
    });
    sent.title[text.language] = cleanText(prepared.title, MAX_TITLE);
    content[text.language] = prepared.content;
    if (text.description !== undefined)
      sent.description[text.language] = cleanText(text.description, MAX_DESCRIPTION);
  }
  const tags = [...new Set(planned.tags.filter((tag) => tag !== '' && tag.length <= MAX_TAG))].slice(
    0,
    MAX_TAGS,
  );
  const input: ArticleInput = {
    ...sent,
    content,
    tags,
    ...(planned.externalId !== undefined && { externalId: planned.externalId }),
  };
  return { change: await readArticleSent(input, [], ''), isIncomplete };
};

const prepareText = async (
  text: PlannedText,
  addresses: Addresses,
  report: (problem: Omit<ImportProblem, 'path'>) => void,
): Promise<{ title: string; content: RichText }> => {
  const source = await text.read();
  const page = await readPage({ ...source, ...(text.title !== undefined && { title: text.title }) });
  if (page.embedded > 0)
    report({
      code: 'image_embedded',
      message: `${page.embedded} pictures are part of the page itself, and are left out.`,
    });
  const images = new Map<string, string | undefined>();
  for (const image of listImages(page.content)) {
    const moved = await addresses.image(image);
    images.set(image, moved.address);
    if (moved.problem) report(moved.problem);
  }
  const unresolved = new Set<string>();
  const content = rewriteDocument(page.content, {
    link: (address) => {
      const link = addresses.link(address, text.language);
      if (link === undefined) unresolved.add(address);
      return link;
    },
    image: (address) => images.get(address),
  });
  for (const address of unresolved) report({ code: 'link_unresolved', message: shownAddress(address) });
  return { title: page.title ?? text.fallbackTitle, content };
};

/** An address as people know it: without the beginning that stands for the archive. */
const shownAddress = (address: string): string => {
  const url = new URL(address);
  return url.hostname === 'archive.invalid' ? url.pathname + url.hash : address;
};
