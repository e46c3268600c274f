// A host with version 1 of the official SDK, as most have it: from the search of a ticket to the draft of a reply.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { MCP_URL, MCP_TOKEN } = process.env;
const client = new Client({ name: 'parley-clients', version: '1.0.0' });
const headers = { authorization: `Bearer ${MCP_TOKEN}` };
await client.connect(new StreamableHTTPClientTransport(new URL(MCP_URL), { requestInit: { headers } }));

const use = async (name, args) => {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error(`${name}: ${content[0].text}`);
  return structuredContent;
};
const { tools } = await client.listTools();
const { tickets } = await use('find_tickets', { status: 'OPEN', limit: 1 });
const [{ number }] = tickets;
const { messages } = await use('read_ticket', { ticket: number });
const { answer } = await use('ask_knowledge', { question: messages[0].text.quoted });
const { sent } = await use('reply_to_ticket', { ticket: number, text: answer.quoted });
if (sent !== false) throw new Error('The reply is no draft.');
const { contents } = await client.readResource({ uri: `ticket://${number}` });
const { prompts } = await client.listPrompts();
await client.close();
console.log(
  `SDK 1 uses ${tools.length} tools and ${prompts.length} prompts: ticket #${number} of ${contents.length} resource has a draft.`,
);
