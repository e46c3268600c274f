import { type FieldProblem, invalid, tooLarge } from '@parley/errors';
import { jsonBytes } from '@parley/json';
import {
  isEmptyRichText,
  MAX_RICH_TEXT_BYTES,
  normalizeRichText,
  type RichText,
  readMarkdown,
  toPlainText,
} from '@parley/rich-text';
import { readAttachments, type Attachment, type MessageRow, NOTE, TEXT } from '../core';

/** Longest `data.clientMutationId`, in characters. */
export const MAX_MUTATION_ID = 255;

/** The content fields of a request to write a message. */
export interface MessageInput {
  comment?: unknown;
  markdownComment?: string | undefined;
  data?: Record<string, unknown> | undefined;
  type?: string | undefined;
  isNote?: boolean | undefined;
  attachments?: readonly unknown[];
  actions?: readonly { type: string; data?: unknown }[];
  channel?: unknown;
  fallbackUser?: unknown;
  bot?: boolean | undefined;
  outbound?: string | undefined;
  session?: string | undefined;
}

/** A request as a message: everything that does not depend on its ticket and author. */
export interface MessageContent extends Pick<
  MessageRow,
  | 'type'
  | 'isNote'
  | 'bot'
  | 'plainContent'
  | 'data'
  | 'attachments'
  | 'actions'
  | 'channel'
  | 'fallbackUser'
  | 'outbound'
> {
  content: RichText | null;
  clientMutationId: string | null;
}

/** A rich text of a request; null when it shows nothing. */
const shown = (document: RichText | null): RichText | null =>
  document === null || isEmptyRichText(document) ? null : document;

/** The name under which a request has its comment: Markdown before `comment` before `data.content`. */
const findCommentName = ({ comment, markdownComment, data }: MessageInput): string => {
  if (markdownComment !== undefined) return 'markdownComment';
  return (comment ?? null) === null && (data?.['content'] ?? null) !== null ? 'data.content' : 'comment';
};

/** The comment of a request. Null when it shows nothing. */
const readComment = async (input: MessageInput): Promise<RichText | null> => {
  const { comment, markdownComment, data } = input;
  if (markdownComment !== undefined) return shown(await readMarkdown(markdownComment));
  const given = comment ?? data?.['content'] ?? null;
  return given === null ? null : shown(normalizeRichText(given, findCommentName(input)));
};

const readMutationId = (data: Record<string, unknown>): string | null => {
  const id = data['clientMutationId'];
  if (id === undefined || id === null) return null;
  if (typeof id === 'string' && id.length > 0 && id.length <= MAX_MUTATION_ID) return id;
  const message = `must be a text of 1 to ${MAX_MUTATION_ID} characters`;
  throw invalid({ field: 'data.clientMutationId', message });
};

/** What comes beside the comment is bounded like the comment. */
const checkSize = (beside: unknown): void => {
  const bytes = jsonBytes(beside);
  if (bytes > MAX_RICH_TEXT_BYTES) {
    throw tooLarge(
      `data, actions and channel have ${bytes} bytes of JSON, at most ${MAX_RICH_TEXT_BYTES} are possible.`,
    );
  }
};

/**
 * Reads the content of a message; long Markdown in a thread.
 *
 * @throws DomainError `invalid` without comment, attachment or data; `tooLarge` beyond 204,800 bytes of JSON.
 */
export const readMessage = async (input: MessageInput): Promise<MessageContent> => {
  const content = await readComment(input);
  const data = { ...input.data };
  delete data['content'];
  const clientMutationId = readMutationId(data);
  const { actions = [], channel, fallbackUser } = input;
  checkSize([data, actions, channel, fallbackUser]);
  const problems: FieldProblem[] = [];
  const attachments: Attachment[] = readAttachments(input.attachments ?? [], problems);
  if (problems.length > 0) throw invalid(problems);
  const hasData = Object.keys(data).some((key) => key !== 'clientMutationId');
  if (!content && attachments.length === 0 && !hasData) {
    throw invalid({ field: findCommentName(input), message: 'a comment, an attachment or data is required' });
  }
  const isNote = input.isNote === true || input.type === NOTE;
  return {
    type: isNote ? NOTE : (input.type ?? TEXT),
    isNote,
    bot: input.bot ?? false,
    content,
    plainContent: content && toPlainText(content),
    data: Object.keys(data).length > 0 ? data : null,
    attachments,
    actions: actions.map(({ type, data: needed }) => ({
      type,
      ...(needed !== undefined && { data: needed }),
    })),
    channel: channel ?? null,
    fallbackUser: fallbackUser ?? null,
    outbound: input.outbound ?? null,
    clientMutationId,
  };
};

/** The changes of an edit. */
export interface MessageEdit {
  content: RichText | null;
  plainContent: string | null;
  data: Record<string, unknown> | null;
  /** Undefined when they stay. */
  attachments: Attachment[] | undefined;
}

/**
 * Reads an edit: `data` replaces the former value, also when it is empty; attachments stay when they are not sent.
 *
 * @throws DomainError `invalid` for wrong attachments; `tooLarge` beyond 204,800 bytes of JSON.
 */
export const readEdit = (
  sent: { data?: Record<string, unknown> | undefined; attachments?: readonly unknown[] | undefined },
  nulls: readonly string[],
): MessageEdit => {
  const { content: given, ...data } = sent.data ?? {};
  const content = shown(
    given === undefined || given === null ? null : normalizeRichText(given, 'data.content'),
  );
  checkSize([data]);
  const list = nulls.includes('attachments') ? [] : sent.attachments;
  const problems: FieldProblem[] = [];
  const attachments = list && readAttachments(list, problems);
  if (problems.length > 0) throw invalid(problems);
  return {
    content,
    plainContent: content && toPlainText(content),
    data: Object.keys(data).length > 0 ? data : null,
    attachments,
  };
};
