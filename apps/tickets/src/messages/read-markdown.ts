import { type RichText, markdownWork } from '@parley/rich-text';
import { inThread } from '@parley/threads';

/** Markdown as a document; long Markdown is read in a thread. @throws DomainError `tooLarge`. */
export const readMarkdown = (markdown: string): Promise<RichText> =>
  inThread(markdownWork, markdown.length, markdown);

/** What was sent of a message, with the document of its Markdown as its comment. */
export const withMarkdownRead = async <
  Sent extends { comment?: unknown; markdownComment?: string | undefined },
>(
  sent: Sent,
): Promise<Sent> =>
  sent.markdownComment === undefined
    ? sent
    : { ...sent, comment: await readMarkdown(sent.markdownComment), markdownComment: undefined };
