export {
  createEffects,
  type Effects,
  type EffectsOptions,
  isOnce,
  type OnceContext,
  type OnceHandler,
  RETENTION_MS,
} from './effects';
export { implementWith } from './implement-with';
export { effectTablesSql } from './tables';
