export { databaseNameOf, ensureDatabase, withDatabaseName } from './create-database';
export {
  type Database,
  type DatabaseOptions,
  type QueryOptions,
  type Sql,
  isConnectionFailure,
  isUniqueViolation,
  openDatabase,
} from './database';
export { isId, newId, timeOfId } from './ids';
