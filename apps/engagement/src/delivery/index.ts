export { deliveryEvent } from './delivery.events';
export { createLiveItems, type LiveItemsReader } from './live-items';
export type { Mark } from './marks';
export { saveReach, uniqueColumn } from './record.store';
export { recordHappening } from './record';
export { admit, findEngagement, reportEngagement } from './report-engagement';
