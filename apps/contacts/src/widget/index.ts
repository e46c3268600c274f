export { checkWriter } from './check-writer';
export { createUploadForgetter, uploadsJob } from './forget-uploads';
export { getContactBySvcId } from './get-contact-by-svc-id';
export { identifySession } from './identify-session';
export { startSession } from './start-session';
export { trackEvents } from './track-events';
