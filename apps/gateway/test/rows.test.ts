import { operations } from '../src/routes';
import { operationCalls, startTestGateway, type ApiAnswer, type TestGateway } from './support/gateway';
import { companyCases } from './support/company-cases';
import { conversationCases } from './support/conversation-cases';
import { ORGANISATION, PROJECT, TICKET } from './support/identities';
import { inboxCases } from './support/inbox-cases';
import { inboundEmailCases } from './support/inbound-email-cases';
import { engagementMailCases } from './support/engagement-mail-cases';
import { engagementCases } from './support/engagement-cases';
import { helpcenterCases } from './support/helpcenter-cases';
import { importCases } from './support/import-cases';
import { ticketImportCases } from './support/ticket-import-cases';
import { knowledgeCases } from './support/knowledge-cases';
import { knowledgePartCases } from './support/knowledge-part-cases';
import { membershipCases } from './support/membership-cases';
import { messageCases } from './support/message-cases';
import { pipelineCases } from './support/pipeline-cases';
import { realtimeCases } from './support/realtime-cases';
import { workflowCases } from './support/workflow-cases';
import { s2sCases } from './support/s2s-cases';
import { sessionCases } from './support/session-cases';
import { statisticsCases } from './support/statistics-cases';
import { translationCases } from './support/translation-cases';
import { ticketBulkCases } from './support/ticket-bulk-cases';
import { ticketExportCases } from './support/ticket-export-cases';
import { ticketMergeCases } from './support/ticket-merge-cases';
import { uploadCases } from './support/upload-cases';
import { visitorCases } from './support/visitor-cases';
import { webhookCases } from './support/webhook-cases';
import { workspaceCases } from './support/workspace-cases';

const cases = [
  ...workspaceCases,
  ...membershipCases,
  ...messageCases,
  ...pipelineCases,
  ...knowledgeCases,
  ...knowledgePartCases,
  ...conversationCases,
  ...engagementCases,
  ...engagementMailCases,
  ...statisticsCases,
  ...companyCases,
  ...importCases,
  ...ticketImportCases,
  ...helpcenterCases,
  ...inboundEmailCases,
  ...inboxCases,
  ...realtimeCases,
  ...s2sCases,
  ...workflowCases,
  ...sessionCases,
  ...translationCases,
  ...ticketBulkCases,
  ...ticketExportCases,
  ...ticketMergeCases,
  ...uploadCases,
  ...visitorCases,
  ...webhookCases,
];

describe('rows', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));

  it('have at least one case each', () => {
    const tested = new Set(cases.map(({ row }) => row));
    expect(operations.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
  });

  it.each(cases)(
    '$row: $method $path',
    async ({ method, path, request, rpc, received, response, ...expected }) => {
      gateway.answers[rpc] = () => response;
      const answer: ApiAnswer = await gateway.api(method, path, request);
      expect({ status: answer.status, text: answer.text }).toEqual({
        status: expected.status ?? 200,
        text: expect.any(String),
      });
      const calls = operationCalls(gateway.calls);
      expect(calls.map((call) => call.rpc)).toEqual([rpc]);
      expect(calls[0]?.request).toMatchObject(received);
      if (expected.document === undefined) expect(answer.text).toBe(expected.text ?? '');
      else if (expected.document === true) expect(answer.body).toBe(true);
      else if (Array.isArray(expected.document)) expect(answer.body).toMatchObject(expected.document);
      else expect(answer.body).toMatchObject(expected.document as object);
    },
  );

  it('never lets a body name what the path or the server sets', async () => {
    await gateway.api('PUT', `/tickets/${TICKET}`, {
      body: { ticketId: 'forged', nulls: ['x'], ticket: { title: 'y' } },
    });
    const [call] = operationCalls(gateway.calls);
    expect(call?.request).toMatchObject({ ticketId: TICKET, nulls: [] });
    expect(call?.request['ticket']).not.toHaveProperty('title', 'y');
  });

  it('sends the caller, project, role, address and request id along', async () => {
    await gateway.api('GET', `/tickets/${TICKET}`, {
      token: gateway.tokens.agent,
      headers: {
        'x-request-id': 'my-id:1',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
    });
    const [call] = operationCalls(gateway.calls);
    expect(call?.context).toMatchObject({
      requestId: 'my-id:1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      scope: {
        actor: { type: 'user', id: '000000000000000000000002', confirmed: true },
        projectId: PROJECT,
        organisationId: ORGANISATION,
        role: 'agent',
        ip: '127.0.0.1',
      },
    });
  });
});
