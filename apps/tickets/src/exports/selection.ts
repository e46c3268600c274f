import { type Exclusions, exclusions } from '../tickets';

/**
 * Tickets that an export omits unless asked for: like the list, but archived tickets are included unless excluded. The rules are in
 * docs/rules/tickets.md.
 */
export const exportExclusions = (request: Exclusions): string => {
  const { archived, ignoreArchived } = request;
  return exclusions({ ...request, ignoreArchived: archived === false || ignoreArchived === true });
};
