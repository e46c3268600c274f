import type { Admit } from '../auth';
import type { Presence } from './presence';

/** Admits callers, and notes people who call for a project they belong to. */
export const admitPresent =
  (admit: Admit, presence: Pick<Presence, 'note'>): Admit =>
  async (row, ...rest) => {
    const admission = await admit(row, ...rest);
    if (row.options.surface === 'dashboard') presence.note(admission.scope);
    return admission;
  };
