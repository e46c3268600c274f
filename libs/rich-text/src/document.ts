/** Formatting of a text: TipTap's mark names (`bold`, `italic`, `strike`, `underline`, `code`, `link`). */
export interface RichTextMark {
  type: string;
  attrs?: Record<string, unknown>;
}

/** One node of a document, with TipTap's node names. */
export interface RichTextNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: RichTextNode[];
  marks?: RichTextMark[];
  /** Of nodes of type `text` only. */
  text?: string;
}

/** A whole document. Its content is never empty: a document without content holds one empty paragraph. */
export interface RichText extends RichTextNode {
  type: 'doc';
  content: RichTextNode[];
}

/** Most bytes of JSON (UTF-8) a document may have. See docs/rules/tickets.md. */
export const MAX_RICH_TEXT_BYTES = 204_800;

/** Most levels of nodes below the document; deeper JSON is refused, deeper HTML is flattened. */
export const MAX_RICH_TEXT_DEPTH = 100;

/** Most bytes of HTML that `richTextFromHtml` reads; e-mail carries far more markup than content. */
export const MAX_HTML_BYTES = 2_097_152;
