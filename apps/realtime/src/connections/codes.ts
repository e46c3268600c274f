/** Why a connection is closed: code, and a text for developers of clients. Codes from 4000 are those of the protocol. */
export interface Reason {
  code: number;
  message: string;
}

/** A stock client stays away after 4000 to 4099, comes back after a while after 41xx, and at once after 42xx. */
export const reasons = {
  binary: { code: 1003, message: 'Messages are text' },
  unknownKey: { code: 4001, message: 'There is no project with this key' },
  projectGone: { code: 4003, message: 'The project is not there any more' },
  unknownPath: { code: 4005, message: 'The path is /app/ and the key of a project' },
  badVersion: { code: 4006, message: 'The version of the protocol must be a number' },
  otherVersion: { code: 4007, message: 'The version of the protocol must be 7' },
  noVersion: { code: 4008, message: 'The query must name the version: protocol=7' },
  foreignPage: { code: 4009, message: 'Pages of this domain may not connect. Add it to the allowed domains' },
  badSignIn: { code: 4009, message: 'The sign-in is not signed for this connection' },
  takenOver: { code: 4009, message: 'The same device signed in with a newer connection' },
  contactEnded: { code: 4009, message: 'The contact was deleted, merged or blocked' },
  accessLost: { code: 4009, message: 'The access to this project has ended' },
  overCapacity: { code: 4100, message: 'There are too many connections. Try again later' },
  unavailable: { code: 4100, message: 'A part of the platform is away. Try again later' },
  tooSlow: { code: 4100, message: 'More than 1 MB waits to be read by this client' },
  tooManyOfAddress: { code: 4100, message: 'There are too many connections from this address' },
  leaving: { code: 4200, message: 'This process stops. Connect again' },
  streamChanged: { code: 4200, message: 'Numbers begin anew. Connect again' },
  silent: { code: 4201, message: 'There was no answer to a ping' },
  tooFast: { code: 4301, message: 'The client sends more than 20 messages a second' },
} as const satisfies Record<string, Reason>;

/** Code of an error after which the connection goes on: a client event that is not passed on. */
export const CLIENT_EVENT_REFUSED = 4301;
