export const FEATURE_REQUEST = 'FEATURE_REQUEST';

/** Name under which changes of feature requests wait in the queue; the triggers of `ticket` write it too. */
export const VECTOR_QUEUE = 'feature_requests';

/** The text of a feature request. */
export interface RequestText {
  id: string;
  title: string | null;
  description: string | null;
  plainContent: string | null;
}

/** The text that a feature request is compared by: the title says most, so it stands twice. Empty without words. */
export const toComparedText = ({ title, description, plainContent }: Omit<RequestText, 'id'>): string =>
  [title, title, description, plainContent].filter((part) => part?.trim()).join('\n');
