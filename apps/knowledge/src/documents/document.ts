import type { Condition } from '@parley/audience';

/** What can be a source. */
export const sourceTypes = ['article', 'faq', 'website', 'news', 'video', 'code'] as const;

/** The type of a source. */
export type SourceType = (typeof sourceTypes)[number];

/** The owner of documents: pushed content, the help center, a website, a repository. */
export interface Owner {
  type: 'content' | 'helpcenter' | 'website' | 'repository';
  /** Of a website or a version of a repository; empty where the project has one owner of the type. */
  id: string;
}

/** A part of a text below one heading. */
export interface Section {
  heading?: string;
  /** Plain text; line breaks part paragraphs. */
  text: string;
  /** Second of a video in which it begins. */
  start?: number;
}

/** The text of a document in one language. */
export interface DocumentText {
  /** Language tag; absent when it is unknown. */
  lang?: string;
  title: string;
  /** Where one reads it. */
  url?: string;
  sections: Section[];
}

/** A source of knowledge, or a part of one. */
export interface DocumentInput {
  projectId: string;
  organisationId: string;
  owner: Owner;
  /** Unique among the documents of the owner. */
  key: string;
  sourceType: SourceType;
  /** What answers name. Documents with the same one are one result: the files of a repository. */
  sourceId: string;
  texts: DocumentText[];
  tags?: readonly string[];
  /** Only the team sees it. */
  isInternal?: boolean;
  /** No search finds it until `changeDocumentsOf` shows it. */
  isHidden?: boolean;
  /** Conditions that a contact must meet. */
  audience?: readonly Condition[];
  /** Collection of the help center that it is in. */
  collectionId?: string;
}
