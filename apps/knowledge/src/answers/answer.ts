import type { SourceType } from '../documents';
import type { SearchOptions } from '../search';

/** The scope of the documents that answer. */
export type AskOptions = Omit<SearchOptions, 'limit'>;

/** A document that an answer rests on. */
export interface CitedSource {
  sourceId: string;
  sourceType: SourceType;
  title: string;
  url?: string;
  /** At most 500 characters. */
  extract: string;
}

/** An answer from knowledge. */
export interface KnowledgeAnswer {
  /** Plain text; `[1]` names the first source. */
  answer: string;
  /** Whether it rests on sources. */
  grounded: boolean;
  mode: 'extractive' | 'written';
  /** At most 5. */
  sources: CitedSource[];
}
