export { checkReferences, type FoundReferences, toShown } from './check-references';
export { ensureContact } from './ensure-contact';
export { ensureContacts } from './ensure-contacts';
export { keepContacts } from './keep-contacts';
export { createHoursLearner, hoursJob } from './learn-hours';
export { contactRecord, userRecord } from './reference';
export { createReferences, type References } from './references';
export { refreshContact, refreshTeam, refreshUser } from './refresh-references';
export { createServiceLevels, type ServiceLevels } from './service-levels';
