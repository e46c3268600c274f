import { type Exclusions, exclusions } from '../tickets/list-tickets';

/**
 * What an export leaves out unless asked for: as the list, but archived tickets are in it unless they are excluded.
 * Source: decisions, section 5, Exports.
 */
export const exportExclusions = (request: Exclusions): string => {
  const { archived, ignoreArchived } = request;
  return exclusions({ ...request, ignoreArchived: archived === false || ignoreArchived === true });
};
