import { serviceNames } from '@parley/runtime';

/** Parts that readiness names, in one process and in many. */
export const partNames: readonly string[] = [
  'database',
  'files',
  ...serviceNames,
  ...serviceNames.map((service) => `${service}.database`),
  // The realtime service consumes no events; it hears broadcasts.
  ...serviceNames.filter((service) => service !== 'realtime').map((service) => `${service}.events`),
  's2s.broadcasts',
  'realtime.broadcasts',
  'tickets.search',
  'helpcenter.search',
  'tickets.mail',
  'engagement.mail',
];
