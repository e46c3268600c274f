import { type Deps } from '../deps';
import { type Visit } from '../visitor/visit';
import { visitorDigest } from '../visitor/visitor-key';
import { type Voter } from './feedback.store';

/** Who votes: the contact, else whoever has this address and browser. */
export const voterOf = ({ sealer }: Pick<Deps, 'sealer'>, visit: Visit): Voter =>
  visit.contactId === undefined
    ? { contactId: null, visitor: visitorDigest(sealer, visit) }
    : { contactId: visit.contactId, visitor: null };
