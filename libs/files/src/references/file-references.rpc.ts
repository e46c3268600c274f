import { invalid } from '@parley/errors';
import type { Sql } from '@parley/persistence';
import { FileReferencesServiceDefinition } from '@parley/proto/generated/parley/common/v1/file_references_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { findNamedFiles, findReleasedFiles, forgetReleasedFiles } from './references.store';

/** Most files of one call. */
const MOST = 500;

const demandFew = (field: string, values: readonly string[]): void => {
  if (values.length > MOST) throw invalid({ field, message: `must have at most ${MOST} entries` });
};

/** Serves which files the rows of a database name, and which they ceased to name. */
export const fileReferencesRpc = ({ db, clock }: { db: Sql; clock: () => Date }): ServiceImplementation =>
  implement(FileReferencesServiceDefinition, {
    findReleasedFiles: async ({ limit }) => ({
      released: await findReleasedFiles(db, clock(), Math.min(limit, MOST)),
    }),
    findNamedFiles: async ({ files }) => {
      demandFew('files', files);
      return { files: await findNamedFiles(db, files) };
    },
    forgetReleasedFiles: async ({ seqs }) => {
      demandFew('seqs', seqs);
      await forgetReleasedFiles(db, seqs);
      return {};
    },
  });
