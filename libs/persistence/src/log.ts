/** The log of this library: a pino logger fits. */
export interface PersistenceLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
