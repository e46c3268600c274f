import type { Sealer } from '@parley/auth';
import type { FileStore } from '@parley/files';
import type { Outbound } from '@parley/outbound';
import type { Sql } from '@parley/persistence';
import type { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { Client } from '@parley/rpc';

/** What uploads work with. */
export interface UploadDeps {
  files: FileStore;
  outbound: Outbound;
  /** Address of the gateway as clients see it. */
  publicUrl: () => string;
  sql: Sql;
  contacts: Pick<Client<typeof ContactDirectoryServiceDefinition>, 'checkWriter'>;
  sealer: Pick<Sealer, 'sign' | 'verify'>;
  /** Milliseconds since 1970. */
  now: () => number;
}
