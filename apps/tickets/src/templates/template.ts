/** A prepared answer as it is stored. */
export interface TemplateRow {
  projectId: string;
  id: string;
  organisationId: string;
  title: string;
  content: unknown;
  /** Text of the content. */
  plainContent: string;
  /** Folded words of title and content, for search. */
  searchText: string;
  isPublic: boolean;
  userIds: string[];
  teamIds: string[];
  tags: string[];
  ticketTypes: string[];
  attachments: unknown[];
  actions: { type: string; data?: unknown }[];
  lexorank: string;
  /** User or service account that made it, who sees it always. */
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A request's changes of a template; undefined fields stay. */
export type TemplatePatch = Partial<
  Omit<TemplateRow, 'projectId' | 'id' | 'organisationId' | 'createdBy' | 'createdAt' | 'updatedAt'>
>;

/** The reader of templates: sees public ones, own ones, and those shared with them or one of their teams. */
export interface Viewer {
  projectId: string;
  organisationId: string;
  /** User or service account; empty for the system, which sees public ones. */
  userId: string;
  teamIds: readonly string[];
}
