export { addressKey, createClientAddress, trustedProxies } from './address';
export { createTurns, type Turns, type TurnsOptions } from './turns';
