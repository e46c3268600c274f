export {
  type ConfigOf,
  type ConfigRow,
  type ConfigTable,
  type Environment,
  defineConfig,
  describeConfig,
  formatConfig,
  loadConfig,
} from './config';
export { ConfigError, type ConfigProblem } from './config-error';
export { readEnvironment } from './environment';
export {
  type IntOptions,
  type ListOptions,
  type UrlOptions,
  flag,
  int,
  list,
  oneOf,
  text,
  url,
} from './kinds';
export type { Variable, VariableOptions } from './variable';
