export {
  createEffects,
  type Effects,
  type EffectsOptions,
  isOnce,
  type OnceContext,
  type OnceHandler,
  RETENTION_MS,
} from './effects';
export { effectTablesSql } from './tables';
