export const FEATURE_REQUEST = 'FEATURE_REQUEST';

/** The text of a feature request. */
export interface RequestText {
  id: string;
  title: string | null;
  description: string | null;
  plainContent: string | null;
}
