import type { SessionDocument } from '@parley/audience';
import type { SourceType } from '../documents';

/** The viewer of a search. */
export interface View {
  /** Whether internal content is seen. */
  internal: boolean;
  /** The contact for conditions; `all`: every published article is visible. */
  session: SessionDocument | 'all';
  /** Whether articles of the help center are seen: a stranger sees none of a private one. */
  articles: boolean;
}

/** The restrictions of a search; all given ones must hold. */
export interface Scope {
  tags?: readonly string[];
  /** Collections, those below them included. */
  collections?: readonly string[];
  websites?: readonly string[];
}

/** The scope and options of a search. */
export interface SearchOptions {
  projectId: string;
  view: View;
  /** Most results. */
  limit: number;
  /** Language tag of the texts to prefer. */
  lang?: string;
  types?: readonly SourceType[];
  scope?: Scope;
  signal?: AbortSignal;
}

/** A document that was found, by its best passage. */
export interface Found {
  sourceId: string;
  sourceType: SourceType;
  title: string;
  /** Plain text of the passage. */
  content: string;
  url?: string;
  /** 0 to 1. */
  score: number;
  lang?: string;
}
