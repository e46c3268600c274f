import { type JsonSchema, messageSchemas } from '@parley/proto';
import { budgets } from '../limits';
import { BATCH_PATH, describeBatch } from './batch-document';
import { describeRpc, messageSchema, pathParameters, requestFields, hasBody } from './fields';
import { findNoun } from './nouns';
import { FORM_TYPE } from './form';
import { IGNORED_FIELDS } from './ignored';
import type { Operation, Surface } from './operation';
import { queryParameters } from './openapi-query';
import { shareBodies } from './openapi-bodies';
import { errorResponses, problemSchema } from './openapi-errors';
import { schemaComponents, shownSchema, withNulls } from './openapi-schemas';
import { createShared, type Shared } from './openapi-shared';

/** Version of the interface description that accompanies the API. */
export const DOCUMENT_VERSION = '14.0.0';
const API_VERSION_PATH = '/v3';

/** Where operations of the customer's own server are. */
const ROOT = [{ url: '/', description: 'The root of the host.' }];

const SCHEMAS = '#/components/schemas/';
const EXAMPLE_ID = '66f2a1b0c3d4e5f601234567';

const security: Record<Surface, Record<string, string[]>[]> = {
  dashboard: [{ bearer: [] }, { inboxSession: [] }],
  account: [{ bearer: [] }, { inboxSession: [] }],
  public: [],
  widget: [{ widgetKey: [], widgetSession: [], widgetSignature: [] }],
  s2s: [{ bearer: [] }],
  server: [{ secretKey: [] }],
};

const findSecurity = ({ surface, widget }: Operation['options']): Record<string, string[]>[] =>
  widget === 'key' ? [{ widgetKey: [] }, ...security.widget] : security[surface];

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'Token of a dashboard user (JWT from login, valid 24 hours) or of a service account (`psa_…`).',
  },
  inboxSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-parley_inbox',
    description:
      'Session of the inbox, from `POST /inbox/session`; `parley_inbox` over plain http. Only requests of the platform’s own pages may use it, and all but GET and HEAD need the header `x-requested-with`.',
  },
  secretKey: {
    type: 'apiKey',
    in: 'header',
    name: 'api-token',
    description: 'Secret key of the project (`sk_…`), which only the customer’s own server knows.',
  },
  widgetKey: { type: 'apiKey', in: 'header', name: 'api-token', description: 'Public key of the project.' },
  widgetSession: { type: 'apiKey', in: 'header', name: 'svc-id', description: 'The session’s `svcId`.' },
  widgetSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'svc-hash',
    description: 'Hex HMAC-SHA256 of `svcId` under the project’s session secret.',
  },
};

/** Descriptions of the groups, by the first part of an operation's id. */
const groupDescriptions: Record<string, string> = {
  users: 'Accounts of the dashboard: sign-up, verification, login and the caller’s own profile.',
  inbox: 'Signing in to the inbox, with a session that the browser keeps in a cookie.',
  organisations: 'Owners of projects.',
  projects: 'Projects and their settings.',
  'project-members': 'People with access to a project.',
  invitations: 'How people become members of a project or an organisation.',
  teams: 'Groups of members that tickets are assigned to.',
  views: 'Saved views of the list of tickets, of one person or the whole team.',
  'service-accounts': 'Callers that are programs.',
  sessions: 'Contacts.',
  widget: 'What a contact’s own widget does.',
  realtime: 'Live connections of the Pusher protocol: how a client reaches them, and what it may hear.',
  's2s-contacts': 'Contacts, for a customer’s own back end, by the identifier that they have there.',
  's2s-conversations': 'Conversations from the contact’s side, for a customer’s own back end.',
  's2s-messages': 'Messages from the contact’s side, for a customer’s own back end.',
  's2s-stream': 'Realtime events of a contact, for a customer’s own back end.',
  'contact-memory': 'What is remembered of a contact.',
  'server-client': 'What the customer’s own server says of its users, with the secret key of the project.',
  companies: 'Companies that contacts belong to, known by the customer’s own identifier.',
  tickets: 'Conversations with contacts.',
  messages: 'Messages of tickets.',
  'message-templates': 'Answers that the team keeps ready.',
  mailboxes: 'Addresses at which the team gets and answers mail.',
  webhooks: 'Addresses that are told what happens.',
  'custom-components': 'Pieces of interface that AI answers may show.',
  uploads: 'Files for attachments and pictures.',
  'helpcenter-collections': 'Collections of the help center, which hold articles and other collections.',
  'helpcenter-articles': 'Articles of the help center.',
  'helpcenter-imports': 'Articles that move in from elsewhere.',
  'helpcenter-redirects': 'Old addresses of the help center, and where they lead.',
  'helpcenter-visitor': 'What visitors of the help center read.',
  translations: 'Everything that can be translated, one language at a time.',
  'email-templates': 'E-mails that the team writes once, in several languages.',
  knowledge: 'Everything the team knows: pushed entries, search by meaning, answers with their sources.',
  'youtube-source': 'Transcripts of YouTube videos, which callers hand over.',
  'ai-models': 'Language models that teams choose from.',
  code: 'Questions about the code of the team, answered in prose from uploaded archives.',
  'agent-evals':
    'Judgements of answers, datasets of questions with what their answers must hold, and their runs.',
  pipelines: 'Boards of contacts or companies, split into lanes, with fields and entries.',
  'engagement-editor': 'The editor that shows items on a page of the customer.',
  engagement: 'What the team shows or mails to contacts: items, their audiences and what became of them.',
  statistics: 'Figures of what the team and its contacts do, over any period and in any time zone.',
  'frontend-tools': 'Tools of the customer’s page, which workflows and AI agents call.',
  workflows: 'Conversations that run by themselves: steps that say, ask, route and wait.',
  agents: 'AI agents, which answer contacts from what the team knows.',
  'pipeline-entries': 'Contacts and companies on boards.',
};

const readGroup = ({ id }: Operation): string => id.split('.')[0] as string;

const pathParameter = (operation: Operation, name: string, shared: Shared): JsonSchema => {
  const noun = findNoun(operation, name)?.replaceAll('_', ' ');
  // Elsewhere the same name may be that of another thing.
  const isOwn = noun === undefined || operation.options.ids?.[name] !== undefined;
  return shared.parameter(isOwn ? `${name}.${noun?.replaceAll(' ', '-') ?? 'text'}` : name, {
    name,
    in: 'path',
    required: true,
    description: noun === undefined ? 'Any text.' : `Id of the ${noun}; an unknown or malformed one is 404.`,
    schema: noun === undefined ? { type: 'string' } : { type: 'string', pattern: '^[0-9a-f]{24}$' },
    example: noun === undefined ? 'user-4711' : EXAMPLE_ID,
  });
};

const projectHeader = (required: boolean): JsonSchema => ({
  name: 'project',
  in: 'header',
  required,
  description: required
    ? 'Id of the project; the caller must belong to it.'
    : 'Id of a project whose organisation is meant when the query names none.',
  schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
});

const idempotencyHeader: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'For 24 hours the same key, caller, project, path and body answer the first response again (header `Idempotent-Replayed: true`) without doing it twice. An answer from 500 up, or 429, is not kept: send the same request with the same key again, which has its effect once even when the first one had it before its answer was lost.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const listParameters = (operation: Operation, shared: Shared): JsonSchema[] => {
  const { surface, project } = operation.options;
  const header =
    surface === 'dashboard'
      ? shared.parameter('project', projectHeader(true))
      : project === 'optional' && shared.parameter('project.optional', projectHeader(false));
  return [
    ...pathParameters(operation.path).map((name) => pathParameter(operation, name, shared)),
    ...(header ? [header] : []),
    ...(operation.method === 'POST' ? [shared.parameter('Idempotency-Key', idempotencyHeader)] : []),
    ...queryParameters(operation, shared),
  ];
};

/** An example of a body: every required field, and those that bring an example of their own. */
const makeExample = (properties: Record<string, JsonSchema>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { examples }]) =>
      Array.isArray(examples) ? [[name, examples[0] as unknown]] : [],
    ),
  );

/** A body that is no JSON. */
const BYTES: JsonSchema = { type: 'string', format: 'binary' };

const requestBody = (operation: Operation): JsonSchema | undefined => {
  const { raw } = operation.options;
  if (raw)
    return {
      required: true,
      content: Object.fromEntries(raw.types.map((type) => [type, { schema: BYTES }])),
    };
  const { body, query, required: demanded, keepsNulls } = requestFields(operation);
  if (!body) return undefined;
  const required = demanded.filter((name) => !(name in query));
  const { form } = operation.options;
  if (form !== undefined) {
    const file: JsonSchema = { type: 'string', format: 'binary', description: body[form]?.['description'] };
    const schema = { type: 'object', properties: { [form]: file }, required: [form] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  const properties = keepsNulls ? withNulls(body, required) : body;
  const schema: JsonSchema = {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(operation.options.rest !== undefined && {
      additionalProperties: { description: `A key of \`${operation.options.rest}\`.` },
    }),
  };
  return {
    required: required.length > 0,
    content: {
      'application/json': { schema, example: makeExample(body) },
      ...(operation.options.formToo && { [FORM_TYPE]: { schema, example: makeExample(body) } }),
    },
  };
};

const responseSchema = (operation: Operation): JsonSchema | undefined => {
  const { out } = operation.options;
  const response = describeRpc(operation).response;
  if (out === 'empty') return undefined;
  if (out === undefined) return { $ref: `${SCHEMAS}${response}` };
  if (typeof out === 'string') return messageSchema(response).properties[out];
  if ('text' in out) {
    if (out.of === undefined) return { $ref: `${SCHEMAS}${response}` };
    return typeof out.of === 'string' ? messageSchema(response).properties[out.of] : out.of.schema;
  }
  if ('list' in out) {
    const { items } = messageSchema(response).properties[out.list] ?? {};
    return { oneOf: [{ type: 'array', items }, { $ref: `${SCHEMAS}${response}` }] };
  }
  if (!('stream' in out)) return out.schema;
  if (out.stream === 'csv') return { type: 'string' };
  const list = messageSchema(response).properties[out.field];
  if (out.within === undefined || list === undefined) return list;
  return { type: 'object', properties: { [out.within]: list }, required: [out.within] };
};

const chooseMediaType = ({ options: { out } }: Operation): string =>
  typeof out === 'object' && 'stream' in out && out.stream === 'csv' ? 'text/csv' : 'application/json';

const success = (operation: Operation): Record<string, JsonSchema> => {
  const schema = responseSchema(operation);
  const headers = { $ref: '#/components/headers/' };
  const common = Object.fromEntries(
    Object.keys(commonHeaders).map((name) => [name, { $ref: `${headers.$ref}${name}` }]),
  );
  if (hasBody(operation)) common[IGNORED_FIELDS] = { $ref: `${headers.$ref}${IGNORED_FIELDS}` };
  if (!schema) return { '204': { description: 'Done; no body.', headers: common } };
  return {
    '200': { description: 'Done.', headers: common, content: { [chooseMediaType(operation)]: { schema } } },
  };
};

const ignoredFields = {
  description:
    'Names of the fields of the body that had no effect, by comma: unknown ones, and those that the server sets. Other characters than of plain names are percent-encoded; `...` stands for those beyond 50. Absent when every field was taken.',
  schema: { type: 'string' },
};

const commonHeaders = {
  'X-Request-Id': {
    description: 'Id of this request, the caller’s own when it sent a sane one.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The limits: `"default";q=1000;w=60` is 1000 per 60 seconds.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left, and the seconds until it renews: `"default";r=999;t=42`.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': { description: 'Requests per window.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in this window.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Seconds until the window ends.', schema: { type: 'integer' } },
};

/** The callers that an operation takes. */
const listCallers = ({ options: { surface, project, programsToo, widget } }: Operation): string[] => {
  if (surface === 'public') return ['anyone'];
  if (surface === 'widget') return widget === 'key' ? ['visitor', 'contact'] : ['contact'];
  if (surface === 's2s') return ['service_account'];
  if (surface === 'server') return ['server'];
  const isPersonal = surface === 'account' && project !== 'path' && !programsToo;
  return isPersonal ? ['user'] : ['user', 'service_account'];
};

const describe = (operation: Operation): string => {
  const { permission, surface, budgets: shared = [] } = operation.options;
  const parts = [describeRpc(operation).description];
  if (permission) parts.push(`Permission: ${permission}.`);
  if (surface === 'account')
    parts.push(
      listCallers(operation).includes('service_account')
        ? 'Takes the token of a dashboard user or of a service account.'
        : 'Takes the token of a dashboard user.',
    );
  if (surface === 's2s') parts.push('Takes the token of a service account; its project is meant.');
  if (surface === 'server') parts.push('Takes the secret key of a project, which is meant.');
  for (const name of shared) {
    if (budgets[name].by === 'ip-and-email') continue;
    parts.push(`Attempts of one address are limited (policy \`${name}\`).`);
  }
  return parts.join('\n\n');
};

const operationObject = (operation: Operation, shared: Shared): JsonSchema => {
  const { permission } = operation.options;
  const body = requestBody(operation);
  const parameters = listParameters(operation, shared);
  return {
    operationId: operation.id,
    tags: [readGroup(operation)],
    summary: describeRpc(operation).summary,
    description: describe(operation),
    ...(permission && { 'x-permission': permission }),
    'x-callers': listCallers(operation),
    security: findSecurity(operation.options),
    ...(operation.options.surface === 'server' && { servers: ROOT }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...success(operation), ...errorResponses(operation, shared) },
  };
};

/** The field of each response in which its text travels beside the document. */
const textFields = (operations: readonly Operation[]): ReadonlyMap<string, string> =>
  new Map(
    operations.flatMap((operation) => {
      const { out } = operation.options;
      return typeof out === 'object' && 'text' in out ? [[describeRpc(operation).response, out.text]] : [];
    }),
  );

/** The OpenAPI 3.1 document of the operations. */
export const createOpenApi = (operations: readonly Operation[]): JsonSchema => {
  const shared = createShared();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(operation, shared);
  }
  paths[BATCH_PATH] = { post: describeBatch(shared) };
  const groups = [...new Set(operations.map(readGroup))];
  const shown = schemaComponents(shownSchema(paths) as typeof paths, messageSchemas, textFields(operations));
  const bodies = shareBodies(operations, shown.paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley API',
      version: DOCUMENT_VERSION,
      description:
        'Customer support and engagement over HTTP and JSON. Ids are 24 lower-case hex digits; times are ISO 8601 UTC with milliseconds; an unset field is absent. In an update an omitted field stays and null clears it. Errors are problem documents (RFC 9457) with a stable `code`. AI models work with a project by the Model Context Protocol at `POST /mcp` of the host’s root, with the same tokens. Not offered: messages by WhatsApp (`/engagement/whatsapp-messages`) and handing a ticket to another system (`/tickets/{ticketId}/send-to-integration`), which need accounts elsewhere.',
    },
    servers: [{ url: API_VERSION_PATH, description: 'This installation.' }],
    tags: groups.map((name) => ({ name, description: groupDescriptions[name] ?? name })),
    paths: shown.paths,
    components: {
      securitySchemes,
      headers: { ...commonHeaders, [IGNORED_FIELDS]: ignoredFields },
      parameters: shared.kept.parameters,
      responses: shared.kept.responses,
      schemas: {
        Problem: problemSchema,
        ...shared.kept.schemas,
        ...shown.schemas,
        ...bodies,
      },
    },
  };
};
