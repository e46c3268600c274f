import { demand } from '@parley/auth';
import { DomainError } from '@parley/errors';
import { discardFile, type FileStore } from '@parley/files';
import { addressKey, type Turns } from '@parley/limits';
import type { CallContext } from '@parley/rpc';
import type { Logger, OutageLog } from '@parley/telemetry';
import type { Admission, Admit } from '../auth';
import { type IdempotencyDeps, readKey, runOnce } from '../idempotency';
import type { InboxSession } from '../inbox-session';
import { type BodyRoom, type BodyShare, type Budget, budgets, demandRoom, type Meter } from '../limits';
import {
  type BoundOperation,
  demandJson,
  demandJsonOrForm,
  demandType,
  readBody,
  bringsForm,
  IGNORED_FIELDS,
  ignoredFieldsHeader,
  parseBody,
  HttpError,
  toProblem,
  type Answer,
  problemAnswer,
  type StreamedAnswer,
} from '../rest';
import { receiveFile } from '../uploads';
import { admitRequest } from './admit-request';
import { restrictOrigin } from './cors';
import { type Exchange, toLogFields, sendAnswer, sendStream, resolveTraceparent } from './exchange';

/** What requests go through. */
export interface PipelineDeps {
  admit: Admit;
  session: InboxSession;
  meter: Meter;
  idempotency: IdempotencyDeps;
  files: FileStore;
  /** Notes the key of a file before it is stored. */
  noteUpload(key: string): Promise<void>;
  bodyRoom: BodyRoom;
  turns: Turns;
  log: Pick<Logger, 'error' | 'debug'>;
  outage: OutageLog;
}

type Message = Record<string, unknown>;

/** Whether a request cannot be taken as it is: 400, 413, 415. */
const isFaulty = (error: unknown): boolean =>
  error instanceof HttpError ||
  (error instanceof DomainError && (error.kind === 'invalid' || error.kind === 'tooLarge'));

const isUnknown = (error: unknown): boolean => error instanceof DomainError && error.kind === 'notFound';

const isForeignPage = (error: unknown): boolean =>
  error instanceof DomainError && error.reason === 'DOMAIN_NOT_ALLOWED';

/** The answer to an error; a fault is logged here, once, and that something is away from time to time. */
const answerTo = ({ log, outage }: PipelineDeps, exchange: Exchange, error: unknown): Answer => {
  const problem = toProblem(error, exchange.requestId);
  if (isForeignPage(error)) restrictOrigin(exchange.headers, undefined);
  if (problem.fault) log.error({ err: error, ...toLogFields(exchange) }, 'request failed');
  if (problem.away) outage(error, toLogFields(exchange));
  return problemAnswer(problem);
};

/** Counts a request of the caller, or of its address before it is identified. 429. */
export const count = async ({ meter }: PipelineDeps, exchange: Exchange, limit: number): Promise<void> => {
  const { callerKey, projectId, ip, standings } = exchange;
  // Unidentified callers count apart from the callers of operations that need no token.
  const key = `${projectId ?? ''}:${callerKey ?? `refused:${addressKey(ip)}`}`;
  const standing = await meter.request(key, limit);
  standings.push(standing);
  demandRoom(standing);
};

const spend = async (
  { meter }: PipelineDeps,
  { options }: BoundOperation,
  { ip, standings }: Exchange,
  by: Budget['by'],
  who: unknown,
): Promise<void> => {
  for (const name of options.budgets ?? []) {
    if (budgets[name].by !== by) continue;
    const standing = await meter.budget(name, ip, typeof who === 'string' ? who : '');
    standings.push(standing);
    demandRoom(standing);
  }
};

const makeContext = (
  row: BoundOperation,
  exchange: Exchange,
  { scope }: Admission,
  keyed: boolean,
): CallContext => {
  const controller = new AbortController();
  // A request with an idempotency key runs on without its client, so that a repeat finds the answer.
  const { response } = exchange;
  if (!keyed) {
    response.once('close', () => {
      // Aborting makes an exception with a stack, which a request that was answered need not pay for.
      if (!response.writableFinished) controller.abort();
    });
  }
  return {
    requestId: exchange.requestId,
    traceparent: resolveTraceparent(exchange),
    scope,
    deadline: Date.now() + row.timeoutMs,
    signal: controller.signal,
  };
};

/**
 * Runs `work`. If the gateway or the service finds the request faulty, an unknown id in its path is reported first. Only such a
 * request pays for that check.
 */
const existingFirst = async <T>(
  { turns }: PipelineDeps,
  row: BoundOperation,
  { projectId, callerKey = '' }: Exchange,
  path: Message,
  context: CallContext,
  work: () => T | Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { probe } = row;
    if (!probe || !isFaulty(error)) throw error;
    const deadline = Date.now() + row.timeoutMs;
    await turns
      .run(projectId ?? callerKey, () => probe(path, { ...context, deadline }))
      .catch((unknown: unknown) => {
        if (isUnknown(unknown)) throw unknown;
      });
    throw error;
  }
};

const readQuery = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

const execute = (
  { turns, session }: PipelineDeps,
  row: BoundOperation,
  { projectId, callerKey = '', request: asked }: Exchange,
  request: Message,
  context: CallContext,
): Promise<Answer> =>
  turns.run(projectId ?? callerKey, async () => {
    // The operation's time limit excludes a slow client's upload and the wait for a turn.
    context.deadline = Date.now() + row.timeoutMs;
    const response = await row.call(request, context);
    const answer = row.render(response, request);
    const kind = row.options.session;
    return kind ? { ...answer, headers: { 'Set-Cookie': session.answer(kind, asked, response) } } : answer;
  });

const readIdempotencyKey = (row: BoundOperation, { request }: Exchange): string | undefined => {
  const header = row.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  return readKey(Array.isArray(header) ? header.join(', ') : header);
};

/** Says in the answer which fields of the body have no effect. */
const nameIgnored = ({ headers }: Exchange, names: readonly string[]): void => {
  const value = ignoredFieldsHeader(names);
  if (value !== undefined) headers[IGNORED_FIELDS] = value;
};

/** An answer to keep, with the ignored fields of the body for repetitions. */
const withIgnored = ({ headers }: Exchange, answer: Answer): Answer => {
  const value = headers[IGNORED_FIELDS];
  if (value === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, [IGNORED_FIELDS]: String(value) } };
};

/**
 * Runs `work`; with an idempotency key once, and a repeat with the same body gets the first answer. The service may have
 * carried the request out and died before it answered: it knows a repetition by the key in the context.
 */
const once = async (
  deps: PipelineDeps,
  row: BoundOperation,
  exchange: Exchange,
  { callerKey, memberProjectId }: Admission,
  key: string | undefined,
  body: Buffer,
  work: (keyed: Pick<CallContext, 'idempotencyKey'>) => Promise<Answer>,
): Promise<Answer> => {
  if (key === undefined) return work({});
  const { answer, replayed } = await runOnce(
    deps.idempotency,
    {
      key,
      caller: callerKey,
      projectId: memberProjectId ?? '',
      target: `${row.method} ${exchange.request.path}`,
      body,
      timeoutMs: row.timeoutMs,
    },
    (idempotencyKey) =>
      work({ idempotencyKey })
        .catch((error: unknown) => answerTo(deps, exchange, error))
        .then((kept) => withIgnored(exchange, kept)),
  );
  if (replayed) exchange.headers['Idempotent-Replayed'] = 'true';
  return answer;
};

/** Takes an operation with a form and a file as its body. The file stays only when the operation was carried out now. */
const withForm = async (
  deps: PipelineDeps,
  row: BoundOperation,
  exchange: Exchange,
  admission: Admission,
  path: Message,
  field: string,
): Promise<Answer> => {
  const key = readIdempotencyKey(row, exchange);
  const context = makeContext(row, exchange, admission, key !== undefined);
  const { projectId = '' } = admission.scope;
  const share = deps.bodyRoom.open();
  const existing = <T>(work: () => T | Promise<T>): Promise<T> =>
    existingFirst(deps, row, exchange, path, context, work);
  const file = await existing(() =>
    receiveFile(deps.files, exchange.request, {
      field,
      projectId,
      maxBytes: row.maxBodyBytes,
      share,
      refused: deps.bodyRoom.refused,
      announce: deps.noteUpload,
    }),
  ).finally(() => share.release());
  nameIgnored(exchange, file.ignored);
  let used = false;
  try {
    return await once(deps, row, exchange, admission, key, Buffer.from(file.digest), async (keyed) => {
      Object.assign(context, keyed);
      const answer = await existing(() =>
        execute(deps, row, exchange, { ...path, [field]: file.key }, context),
      );
      used = true;
      return answer;
    });
  } finally {
    if (!used) await discardFile(deps.files, file.key);
  }
};

const withBody = async (
  deps: PipelineDeps,
  row: BoundOperation,
  exchange: Exchange,
  admission: Admission,
  path: Message,
): Promise<Answer | StreamedAnswer> => {
  const share = deps.bodyRoom.open();
  try {
    return await withShare(deps, row, exchange, admission, path, share);
  } finally {
    share.release();
  }
};

const withShare = async (
  deps: PipelineDeps,
  row: BoundOperation,
  exchange: Exchange,
  admission: Admission,
  path: Message,
  share: BodyShare,
): Promise<Answer | StreamedAnswer> => {
  const { request } = exchange;
  const key = readIdempotencyKey(row, exchange);
  const context = makeContext(row, exchange, admission, key !== undefined);
  const { raw, formToo } = row.options;
  const existing = <T>(work: () => T | Promise<T>): Promise<T> =>
    existingFirst(deps, row, exchange, path, context, work);
  const check = raw ? demandType(raw.types) : formToo ? demandJsonOrForm : demandJson;
  const intake = { limit: row.maxBodyBytes, check, share, refused: deps.bodyRoom.refused };
  const { query, bytes } = await existing(async () => ({
    query: row.assembler.query(readQuery(request.url)),
    bytes: await readBody(request, intake),
  }));
  const readMessage = async (): Promise<Message> => {
    const isForm = formToo && bringsForm(request);
    const parsed = isForm ? row.assembler.form(bytes) : await parseBody(bytes, row.jsonLimits);
    nameIgnored(exchange, row.assembler.ignored(parsed));
    await spend(deps, row, exchange, 'ip-and-email', parsed['email']);
    const body = await row.assembler.body({ ...query, ...parsed }, bytes.length);
    return { ...query, ...body, ...path };
  };
  if (row.stream) {
    const message = await existing(readMessage);
    context.deadline = Date.now() + row.timeoutMs;
    return row.stream(message, context);
  }
  const perform = (keyed: Pick<CallContext, 'idempotencyKey'>): Promise<Answer> => {
    Object.assign(context, keyed);
    return existing(async () => {
      const message = raw ? { ...path, [raw.into]: bytes } : await readMessage();
      return execute(deps, row, exchange, message, context);
    });
  };
  return once(deps, row, exchange, admission, key, bytes, perform);
};

/**
 * Takes one request through its checks, in the order of docs/rules/platform.md: token, project header, membership,
 * limit, permission, path, media type and size, body or query; then calls the RPC.
 */
export const perform = async (
  deps: PipelineDeps,
  row: BoundOperation,
  parameters: readonly string[],
  exchange: Exchange,
): Promise<Answer | StreamedAnswer> => {
  const { request } = exchange;
  const admission = await admitRequest(deps, row, parameters, exchange);
  exchange.projectId = admission.memberProjectId;
  if (admission.readableFrom !== undefined) restrictOrigin(exchange.headers, admission.readableFrom);
  await count(deps, exchange, admission.requestLimit);
  await spend(deps, row, exchange, 'ip', undefined);
  await spend(deps, row, exchange, 'caller', `${admission.memberProjectId ?? ''}:${admission.callerKey}`);
  if (row.options.permission) demand(admission.scope, row.options.permission);
  const path = row.assembler.path(parameters);
  const { form } = row.options;
  if (form !== undefined) return withForm(deps, row, exchange, admission, path, form);
  if (row.assembler.takesBody) return withBody(deps, row, exchange, admission, path);
  const context = makeContext(row, exchange, admission, false);
  return existingFirst<Answer | StreamedAnswer>(deps, row, exchange, path, context, () => {
    const message = Object.assign(row.assembler.query(readQuery(request.url)), path);
    if (!row.stream) return execute(deps, row, exchange, message, context);
    context.deadline = Date.now() + row.timeoutMs;
    return row.stream(message, context);
  });
};

/** The answer to an error; one that came before any limit was consulted counts against the caller or the address. */
export const answerRefusal = async (
  deps: PipelineDeps,
  exchange: Exchange,
  error: unknown,
): Promise<Answer> => {
  const answer = answerTo(deps, exchange, error);
  if (exchange.standings.length > 0) return answer;
  return count(deps, exchange, 0).then(
    () => answer,
    (limited: unknown) => answerTo(deps, exchange, limited),
  );
};

/** Answers an error, as {@link answerRefusal}. */
export const refuse = async (deps: PipelineDeps, exchange: Exchange, error: unknown): Promise<void> =>
  sendAnswer(exchange, await answerRefusal(deps, exchange, error));

/** Runs an operation and sends its answer, whatever happens. */
export const serve = async (
  deps: PipelineDeps,
  row: BoundOperation,
  parameters: readonly string[],
  exchange: Exchange,
): Promise<void> => {
  try {
    const answer = await perform(deps, row, parameters, exchange);
    if (!('chunks' in answer)) return sendAnswer(exchange, answer);
    await sendStream(exchange, answer, (error) =>
      deps.log.error({ err: error, ...toLogFields(exchange), operation: row.id }, 'an answer was cut off'),
    );
  } catch (error) {
    await refuse(deps, exchange, error);
  }
};
