import type { Sealer } from '@parley/auth';
import type { Broadcast } from '@parley/events';
import type { Database } from '@parley/persistence';
import type { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { StreamDirectoryServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/stream_directory_service';
import type { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { WindowsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/windows_service';
import type { Client } from '@parley/rpc';
import type { Logger } from '@parley/telemetry';
import type { IncomingMessage } from 'node:http';
import type { Meter } from './meter';

/** Times that a test may change. */
export interface Timing {
  /** Milliseconds of silence after which a client is asked whether it is still there. */
  silenceMs: number;
  /** Milliseconds that it may take to answer. */
  answerMs: number;
  /** Milliseconds between two looks whether the projects of connections are still there. */
  projectsMs: number;
  /** Milliseconds for which a client may send more than its budget without a break. */
  overMs: number;
}

/** Dependencies of the parts of this service. */
export interface Deps {
  db: Database;
  log: Logger;
  workspace: Client<DirectoryServiceDefinition>;
  windows: Client<WindowsServiceDefinition>;
  contacts: Client<ContactDirectoryServiceDefinition>;
  tickets: Client<TicketDirectoryServiceDefinition>;
  streams: Client<StreamDirectoryServiceDefinition>;
  sealer: Pick<Sealer, 'sign'>;
  broadcast: Broadcast;
  meter: Meter;
  /** Name of this process among those that hold connections. */
  nodeId: string;
  timing: Timing;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** The address of the client behind a request. */
  readAddress: (request: IncomingMessage) => string;
  /** Address at which clients reach this service. */
  publicUrl: string;
}
