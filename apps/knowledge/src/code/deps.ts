import type { FileStore } from '@parley/files';
import type { Deps } from '../deps';

/** What repositories and questions about code work with. */
export interface CodeDeps extends Deps {
  files: Pick<FileStore, 'find' | 'get' | 'delete'>;
  /** Address of the gateway as clients see it: uploads lie below it. */
  publicUrl: string;
}
