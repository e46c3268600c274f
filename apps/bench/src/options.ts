import { parseArgs } from 'node:util';

/** Ways of running: `one` process, or one process per service (`many`). */
export type Mode = 'one' | 'many';

/** What to measure. */
export interface Options {
  /** Names of workloads; undefined for all. */
  workloads: string[] | undefined;
  modes: Mode[];
  /** Sizes of the project, in tickets, smallest first. */
  sizes: number[];
  /** Contacts of the large project. */
  contacts: number;
  connections: number[];
  /** Length of each run of a load, in seconds. */
  seconds: number;
  /** How often a job is repeated. */
  rounds: number;
  /** Tickets of a bulk update and a bulk reply. */
  bulk: number;
  /** Tickets of a merge. */
  merged: number;
  /** Entries of the board. */
  entries: number;
  /** Entries of an import. */
  imported: number;
  /** Conversations of one contact. */
  conversations: number;
  /** Messages of one conversation. */
  messages: number;
  /** Live connections. */
  sockets: number;
  /** Program of the help desk that the platform is compared with. */
  peer: string | undefined;
  /** Whether to measure an idle platform first. */
  idle: boolean;
  /** Where the figures go as JSON. */
  json: string | undefined;
}

const positive = (name: string, text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name}: ${text} is no whole number above 0`);
};

const readMode = (text: string): Mode => {
  if (text === 'one' || text === 'many') return text;
  throw new Error(`--modes: ${text} is neither one nor many`);
};

/** Reads the command line. */
export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      workloads: { type: 'string' },
      modes: { type: 'string', default: 'one,many' },
      sizes: { type: 'string', default: '2000,200000' },
      contacts: { type: 'string', default: '1000000' },
      connections: { type: 'string', default: '1,16,64' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      bulk: { type: 'string', default: '500' },
      merge: { type: 'string', default: '50' },
      entries: { type: 'string', default: '100000' },
      import: { type: 'string', default: '5000' },
      conversations: { type: 'string', default: '5000' },
      messages: { type: 'string', default: '10000' },
      sockets: { type: 'string', default: '5000' },
      peer: { type: 'string' },
      'no-idle': { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  });
  const numbers = (name: 'sizes' | 'connections'): number[] =>
    values[name].split(',').map((text) => positive(name, text));
  return {
    workloads: values.workloads?.split(','),
    modes: values.modes.split(',').map(readMode),
    sizes: numbers('sizes').sort((a, b) => a - b),
    contacts: positive('contacts', values.contacts),
    connections: numbers('connections'),
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    bulk: positive('bulk', values.bulk),
    merged: positive('merge', values.merge),
    entries: positive('entries', values.entries),
    imported: positive('import', values.import),
    conversations: positive('conversations', values.conversations),
    messages: positive('messages', values.messages),
    sockets: positive('sockets', values.sockets),
    peer: values.peer,
    idle: !values['no-idle'],
    json: values.json,
  };
};
