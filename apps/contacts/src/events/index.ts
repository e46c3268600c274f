export { ENGAGEMENT_DURABLE, onEngagement } from './on-engagement';
export { HEARD_FROM_DURABLE, onHeardFrom } from './on-heard-from';
