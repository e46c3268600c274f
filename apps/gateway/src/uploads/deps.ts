import { type FileStore } from '@parley/files';
import { type Outbound } from '@parley/outbound';

/** What uploads work with. */
export interface UploadDeps {
  files: FileStore;
  outbound: Outbound;
  /** Address of the gateway as clients see it. */
  publicUrl: () => string;
}
