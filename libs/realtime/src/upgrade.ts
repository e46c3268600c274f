import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Path below which clients open WebSockets; the public key of their project follows. */
export const APP_PATH = '/app/';

/** Takes connections over, as the handler of the event `upgrade` of an HTTP server. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
