export { findPeople, type Place, START } from './people.store';
export { type Arrival, tellJoined } from './tell-joined';
