import type { Answers } from '@parley/answers';
import type { Sealer } from '@parley/auth';
import type { LocalCache } from '@parley/cache';
import type { Effects } from '@parley/effects';
import type { Events } from '@parley/events';
import type { FileStore } from '@parley/files';
import type { Jobs } from '@parley/jobs';
import type { Outbound } from '@parley/outbound';
import type { SearchIndex } from '@parley/search';
import type { RootStore } from './db';
import type { Contacts, Statistics, Workspace } from './project';
import type { Teller } from './telling';

/** Dependencies of the use cases of this service. */
export interface Deps {
  store: RootStore;
  events: Pick<Events, 'append' | 'wake'>;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  workspace: Workspace;
  contacts: Contacts;
  statistics: Statistics;
  /** Finds articles. */
  search: Pick<SearchIndex, 'search'>;
  answers: Answers;
  /** Ids of related and popular articles, for a minute. */
  found: LocalCache<readonly string[]>;
  /** Emits visitors' events. */
  tell: Teller;
  /** Uploaded files, and pictures of articles. */
  files: FileStore;
  /** Fetches pictures of other help centers. */
  outbound: Pick<Outbound, 'request'>;
  jobs: Pick<Jobs, 'attempted'>;
  sealer: Pick<Sealer, 'sign'>;
  /** Address of the gateway as clients see it, without a trailing slash. */
  publicUrl: string;
  clock: () => Date;
}

/** Limits of a transaction that changes many rows. */
export const MANY = { timeoutMs: 60_000 };
