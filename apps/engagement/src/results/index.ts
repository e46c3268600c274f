export { getEngagementStatistics, listEngagementRecipients } from './results';
