export { countEngagementActivities, listEngagementActivities } from './activities';
export { getEngagementStatistics, listEngagementRecipients } from './results';
export { requireItem } from './require-item';
export { sampleFixedAudience } from './sample-audience';
