export { newOrder, type Ranked } from './new-order';
