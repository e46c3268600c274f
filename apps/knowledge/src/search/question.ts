import { type SessionDocument } from '@parley/audience';
import { type SourceType } from '../documents/document';

/** As whom something is looked for. */
export interface View {
  /** Whether internal content is seen. */
  internal: boolean;
  /** The contact whose conditions count; `all`: every published article is seen. */
  session: SessionDocument | 'all';
}

/** What a search is restricted to; all that are given must hold. */
export interface Scope {
  tags?: readonly string[];
  /** Collections, those below them included. */
  collections?: readonly string[];
  websites?: readonly string[];
}

/** Whose documents are looked through, and how. */
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
