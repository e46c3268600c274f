export { admitPresent } from './admit-present';
export { createPresence } from './presence';
