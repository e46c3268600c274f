// Requests without a pause from several clients, each over and over: writes a ticket and a note, reads them and lists. Ends at
// SIGTERM, and then says what failed and whether each ticket is there once; exit code 1 when not all is well.
//   API=http://…/v3 TOKEN=… PROJECT=… CONTACT=… node load.mjs
import { Agent, request } from 'node:http';

const { API, TOKEN, PROJECT, CONTACT } = process.env;
const CLIENTS = 4;
// A client that no longer gets an answer counts as failed, too.
const TIMEOUT = 30_000;
// What never ends by itself is no proof.
const LONGEST = 30 * 60_000;

const failures = [];
const tickets = [];
let requests = 0;
let slowest = 0;
let on = true;
const end = () => (on = false);
process.on('SIGTERM', end).on('SIGINT', end);
setTimeout(end, LONGEST).unref();

const send = (agent, method, path, body) =>
  new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const headers = { authorization: `Bearer ${TOKEN}`, project: PROJECT };
    if (text)
      Object.assign(headers, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
    const sent = request(`${API}${path}`, { agent, method, headers, timeout: TIMEOUT }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject).end(text);
  });

const ask = async (agent, method, path, body) => {
  requests += 1;
  const start = Date.now();
  const { status, text } = await send(agent, method, path, body).catch((error) => ({
    status: 0,
    text: error.message,
  }));
  slowest = Math.max(slowest, Date.now() - start);
  if (status === 200) return JSON.parse(text);
  failures.push(`${new Date().toISOString()} ${method} ${path}: ${status} ${text.slice(0, 200)}`);
  return {};
};

/** One client: every second one keeps its connection, the others open one for each request. */
const client = async (_, index) => {
  const agent = new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 });
  while (on) {
    const ticket = { session: CONTACT, title: `Rolled ${requests}`, type: 'INQUIRY' };
    const { id } = await ask(agent, 'POST', '/tickets', ticket);
    if (id === undefined) continue;
    tickets.push(id);
    await ask(agent, 'POST', '/messages', { ticket: id, comment: 'A note', isNote: true });
    await ask(agent, 'GET', `/tickets/${id}`);
    await ask(agent, 'GET', `/sessions/${CONTACT}`);
    await ask(agent, 'GET', '/tickets?status=OPEN&limit=5');
  }
  agent.destroy();
};

const count = async () => (await ask(new Agent(), 'GET', '/tickets?limit=1')).totalCount;
const before = await count();
await Promise.all(Array.from({ length: CLIENTS }, client));
const there = (await count()) - before;
console.log(
  JSON.stringify({ requests, failed: failures.length, slowestMs: slowest, written: tickets.length, there }),
);
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exit(failures.length === 0 && there === tickets.length && tickets.length > 0 ? 0 : 1);
