export { holdNumbers, nextNumber } from './running-number.store';
