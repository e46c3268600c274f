import type { FieldProblem } from '@parley/errors';
import { type ElementReader, objectElement, readList } from './read-list';
import type { Attachment } from './ticket';

/** Most files beside one ticket or message. */
export const MAX_ATTACHMENTS = 100;

const limits = { name: 512, url: 2048, type: 128 };
/** Whether a browser only loads a link and does not run it: an http or https address, or a relative one. */
export const isSafeUrl = (url: string): boolean => !/^[a-z][a-z0-9+.-]*:/i.test(url) || /^https?:/i.test(url);

const shape = objectElement<Attachment>(limits, ['name', 'url']);
const readAttachment: ElementReader<Attachment> = (element) => {
  const result = shape(element);
  return 'value' in result && !isSafeUrl(result.value.url)
    ? { problem: 'url must be an http or https address' }
    : result;
};

/** Files as they are stored; a link that a browser would run is refused. */
export const readAttachments = (list: readonly unknown[], problems: FieldProblem[]): Attachment[] =>
  readList(list, { field: 'attachments', max: MAX_ATTACHMENTS }, readAttachment, problems);
