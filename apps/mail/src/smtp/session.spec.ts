import { once } from 'node:events';
import { connect, type Socket, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { createSession, LIMITS_MS } from './session';

type Deps = Parameters<typeof createSession>[0];

/** Lets a client open a server with short times, and answers all that the server says until it ends the connection. */
const hear = async (
  limitsMs: { greeting: number; mail: number },
  lines: readonly string[],
): Promise<string> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Neither is asked without a recipient.
    ...createSession({} as Deps, () => Promise.reject(new Error('not asked')), limitsMs),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const client: Socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  const heard = text(client);
  // A client that speaks before the server is refused.
  if (lines.length > 0) await once(client, 'data');
  for (const line of lines) client.write(`${line}\r\n`);
  try {
    return await heard;
  } finally {
    await new Promise<void>((resolve) => server.close(resolve));
  }
};

describe('a client that is too slow gets 421, and its connection ends', () => {
  it('without a greeting in time', async () => {
    expect(await hear({ greeting: 300, mail: 60_000 }, [])).toMatch(/^220 .*\r\n421 .*too long.*\r\n$/);
  });

  it('when a mail takes longer than it may, from its sender on', async () => {
    const heard = await hear({ greeting: 60_000, mail: 50 }, [
      'EHLO client',
      'MAIL FROM:<mia@customer.example>',
    ]);
    expect(heard).toMatch(/250 .*\r\n421 .*too long.*\r\n$/);
  });

  it('after 10 s and 5 minutes', () => {
    expect(LIMITS_MS).toEqual({ greeting: 10_000, mail: 5 * 60_000 });
  });
});
