export { createFollower, departuresJob } from './follow-departures';
export { noteDeparture } from './note-departure';
