/** Types of pushed entries. */
export const contentTypes = ['faq', 'website', 'news', 'video'] as const;
/** Type of a pushed entry. */
export type ContentType = (typeof contentTypes)[number];

/** How a text is read. */
export const formats = ['text', 'html', 'vtt', 'srt'] as const;
/** How a text is read. */
export type Format = (typeof formats)[number];

/** What callers say of an entry. */
export interface ContentFields {
  contentId: string;
  type: ContentType;
  title: string;
  /** A text, or a rich-text document. */
  content: unknown;
  format: Format;
  lang: string | null;
  tags: string[];
  batchId: string | null;
  readMoreUrl: string | null;
  readMoreLabel: string | null;
  isInternal: boolean;
}

/** A stored entry. */
export interface ContentRow extends ContentFields {
  projectId: string;
  id: string;
  organisationId: string;
  origin: string;
  ticketId: string | null;
  status: string;
  error: string | null;
  chunks: number;
  indexedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The owner of pushed entries' documents. */
export const CONTENT_OWNER = { type: 'content', id: '' } as const;
