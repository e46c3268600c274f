// Follows a project over a WebSocket, writes a note over REST, and waits until it is heard: what is written in one app passes
// the bus and a second app to come out of a third.
//   API=http://…/v3 SOCKET=ws://… TOKEN=… PROJECT=… TICKET=… node --experimental-websocket live.mjs
const { API, SOCKET, TOKEN, PROJECT, TICKET } = process.env;
const LONGEST_MS = 30_000;
const channel = `private-project-${PROJECT}`;
const text = `Heard live ${Date.now()}`;

const fail = (why) => {
  console.error(why);
  process.exit(1);
};
setTimeout(() => fail('Nothing was heard'), LONGEST_MS);

const call = async (path, body) => {
  const answer = await fetch(`${API}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${TOKEN}`, project: PROJECT, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) fail(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

const { apiToken } = await call(`/projects/${PROJECT}`);
const socket = new WebSocket(`${SOCKET}/app/${apiToken}?protocol=7`);
const on = {
  'pusher:connection_established': async ({ socket_id }) => {
    const signed = await call('/realtime/channel-auth', { socket_id, channel_name: channel });
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...signed } }));
  },
  'pusher_internal:subscription_succeeded': () =>
    call('/messages', { ticket: TICKET, comment: text, isNote: true }),
  'message.created': ({ seq, message }) => {
    if (message.plainContent !== text) return;
    console.log(`A note is event ${seq} of the project.`);
    process.exit(0);
  },
};
socket.onmessage = ({ data: frame }) => {
  const { event, data } = JSON.parse(frame);
  on[event]?.(typeof data === 'string' ? JSON.parse(data) : data);
};
socket.onclose = ({ code, reason }) => fail(`The connection was closed: ${code} ${reason}`);
socket.onerror = () => fail(`There is no connection at ${SOCKET}`);
