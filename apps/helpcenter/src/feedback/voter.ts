import type { Deps } from '../deps';
import { type Visit, visitorDigest } from '../visitor';
import type { Voter } from './feedback.store';

/** The key of a voter: the contact, else address and browser. */
export const toVoter = ({ sealer }: Pick<Deps, 'sealer'>, visit: Visit): Voter =>
  visit.contactId === undefined
    ? { contactId: null, visitor: visitorDigest(sealer, visit) }
    : { contactId: visit.contactId, visitor: null };
