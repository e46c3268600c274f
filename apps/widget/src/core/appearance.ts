import type { Options } from '../../index';
import type { State } from './state';

/** A field that is asked for before a conversation. */
export interface FormField {
  /** Of the contact: name, email, phone, companyName, else a key of its custom data. */
  name: string;
  required: boolean;
  label?: string;
}

/** Settings of the widget in the project, with texts in the visitor's language. */
export interface Settings extends Omit<Options, 'lang'> {
  replyTime?: 'minutes' | 'hours' | 'day';
  form?: FormField[];
  /** Whether pages that the team links to are shown in a few words. */
  linkPreviews?: boolean;
}

/** How the widget looks: the page's options before the project's settings. */
export const readAppearance = ({ texts, options }: Pick<State, 'texts' | 'options'>): Settings => ({
  ...(texts?.project?.color !== undefined && { color: texts.project.color }),
  ...texts?.project?.widget,
  ...options,
});
