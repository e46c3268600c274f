import { invalid } from '@parley/errors';

/** The type of a record. */
export type RecordType = 'contacts' | 'companies';

/** Reads the type that a request names. 400 for any other text. */
export const readRecordType = (text: string): RecordType => {
  if (text === 'contacts' || text === 'companies') return text;
  throw invalid({ field: 'recordType', message: 'must be one of contacts, companies' });
};
