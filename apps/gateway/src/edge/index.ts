export { API_PREFIX, createApi } from './api';
export { showErrorsAs, wantsPage } from './error-page';
export { type AskParts, type Check, createReadiness } from './readiness';
export { createRequestDurations, type RequestDurations } from './request-durations';
export { createEdgeServer } from './server';
