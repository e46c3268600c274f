import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import packet from 'dns-packet';

/** A DNS server of a test, for TXT records. */
export interface DnsServer {
  /** `address:port`, as resolvers take it. */
  address: string;
  /** Records by their names; others do not exist. Queries below a name of `silent` are not answered. */
  records: Map<string, string>;
  silent: Set<string>;
  close(): void;
}

/** Starts a DNS server on a free port of this machine. */
export const startDnsServer = async (): Promise<DnsServer> => {
  const socket: Socket = createSocket('udp4');
  const records = new Map<string, string>();
  const silent = new Set<string>();
  socket.on('message', (bytes, { port, address }) => {
    const { id, flags = 0, questions = [] } = packet.decode(bytes);
    const name = questions[0]?.name.toLowerCase() ?? '';
    if ([...silent].some((parent) => name.endsWith(parent))) return;
    const text = questions[0]?.type === 'TXT' ? records.get(name) : undefined;
    // A record of over 255 bytes is several strings.
    const data = text?.match(/.{1,255}/g) ?? [];
    const reply = packet.encode({
      type: 'response',
      id,
      flags:
        (flags & packet.RECURSION_DESIRED) | packet.RECURSION_AVAILABLE | (text === undefined ? NO_NAME : 0),
      questions,
      answers: text === undefined ? [] : [{ type: 'TXT', name, ttl: 1, data }],
    });
    socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, records, silent, close: () => socket.close() };
};

/** The code of a name that does not exist, NXDOMAIN. */
const NO_NAME = 3;
