import type { Settings } from './appearance';

/** Says a text of the widget: `say('rate', { from: 0 })`. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

/** Texts in one language, as `GET /shared/translations` answers them. */
export interface Texts {
  language: string;
  texts: Record<string, string>;
  /** What shows of the project beside them; `color` is `#rrggbb`. */
  project?: {
    name: string;
    color?: string;
    hasHelpcenter: boolean;
    isClosed?: boolean;
    /** Whether a member of the team is online. */
    isOnline?: boolean;
    /** ISO 8601. */
    opensAt?: string;
    widget?: Settings;
    team?: { name: string; imageUrl?: string }[];
  };
}

/** `{name}` in a text stands for a value; a value is never looked through for further ones. */
export const createSay =
  ({ texts }: Texts): Say =>
  (key, values = {}) =>
    (texts[`widget.${key}`] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(values[name] ?? whole),
    );
