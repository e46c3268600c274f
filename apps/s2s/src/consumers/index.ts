export { demandConsumerId, findConsumer, requireConsumer } from './consumer';
export { deleteConsumer } from './delete-consumer';
export { getConsumer } from './get-consumer';
export { trackConsumerEvents } from './track-consumer-events';
export { saveConsumer, upsertConsumer } from './upsert-consumer';
