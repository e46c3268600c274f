import { execFile, type ExecFileException, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { testPostgresUrl } from '@parley/testing';
import { type OtlpReceiver, startOtlpReceiver } from './otlp-receiver';

let receiver: OtlpReceiver;
beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => receiver.close());

const root = resolve(__dirname, '../../..');
const run = promisify(execFile);

const bundle = async (file: string): Promise<string> => {
  const flags = ['--bundle', '--platform=node', '--target=node20', '--format=esm', '--packages=external'];
  const { stdout } = await run(resolve(root, 'node_modules/.bin/esbuild'), [file, ...flags], { cwd: root });
  return stdout;
};

/** Runs an ES module given as text, resolving packages from the workspace. */
const runModule = async (source: string, argument: string): Promise<string> => {
  const child = spawn(process.execPath, ['--input-type=module', '-', argument], { cwd: root });
  child.stdin.end(source);
  const [output, problems, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | ExecFileException]>,
  ]);
  if (code !== 0) throw new Error(`the app ended with ${String(code)}: ${problems}`);
  return output;
};

it('traces HTTP, gRPC and pg of an ES module bundle as one trace, without personal data', async () => {
  const settings = { endpoint: receiver.endpoint, databaseUrl: testPostgresUrl() };
  const output = await runModule(
    await bundle(resolve(__dirname, 'fixtures/traced-app.ts')),
    JSON.stringify(settings),
  );
  expect(output).toBe('200 ticket');

  const named = (pattern: RegExp) => receiver.spans.find(({ name }) => pattern.test(name));
  const http = named(/^GET \/v3\/tickets\/:id$/);
  const rpc = receiver.spans.find(
    ({ name, kind }) => kind === 2 && name === 'grpc.tickets.Tickets/GetTicket',
  );
  const load = named(/^load ticket$/);
  const query = named(/^pg\.query/);
  expect(http).toMatchObject({
    service: 'traced-app',
    kind: 2,
    attributes: { 'http.route': '/v3/tickets/:id' },
  });
  expect(rpc?.traceId).toBe(http?.traceId);
  expect(load).toMatchObject({ traceId: http?.traceId, parentSpanId: rpc?.spanId });
  expect(query?.traceId).toBe(http?.traceId);
  expect(JSON.stringify(receiver.spans)).not.toContain('ann@example.com');
});
