import { eventually } from '@parley/testing';
import { createApi, type Answer } from './support/api';
import { fillProject, type FullProject } from './support/full-project';
import { addOthers, isInOrder, readValue } from './support/list-order';
import { type Mailbox, openMailbox } from './support/mailbox';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';
import { type ProbeRequest, probes } from './support/requests';
import { readDocument } from './support/surface';
import { openWebSite, type WebSite } from './support/web-site';

/** Lists without pages: findings, names, reports that the contract bounds, what is read on from the last one. They refuse an unknown key too. */
const notPaged = new Set([
  'sessions.search',
  'sessions.identity-history',
  'sessions.stripe',
  'sessions.chargebee',
  'sessions.lemonsqueezy',
  'sessions.shopify',
  'companies.search',
  'tickets.search',
  'tickets.extended-search',
  'tickets.search-feature-requests',
  'tickets.by-session-query',
  'tickets.export-fields',
  'tickets.tags',
  'tickets.viewers',
  'tickets.console-logs',
  'tickets.activity-logs',
  'tickets.network-logs',
  'tickets.replay',
  'tickets.draft',
  'tickets.drafted',
  'messages.search',
  'message-templates.list-tags',
  'users.permissions',
  'pipelines.summary',
  'knowledge.content-tags',
  'knowledge.list-websites',
  'code.list-repositories',
  'pipeline-entries.for-record',
  'helpcenter-visitor.sources',
  'helpcenter-visitor.answer',
  's2s-conversations.list-messages',
  's2s-stream.events',
  'widget.list-messages',
  'widget.engagements',
  'ai-models.catalog',
  'engagement.statistics',
  'engagement.sample-survey-responses',
  'engagement.summarize-survey-responses',
  'widget.news',
  'statistics.facts',
  'statistics.bar-chart',
  'statistics.heatmap',
  'statistics.email-overview',
  'statistics.email-client-usage',
  'statistics.email-client-bounces',
]);
/** Lists that the contract gives pages and one order, so no `sort`. */
const inOneOrder = new Set([
  'translations.list',
  's2s-contacts.list-conversations',
  'widget.list-conversations',
  'sessions.checklists',
  'engagement.recipients',
  'knowledge.list-website-pages',
  'agent-evals.list-run-results',
  'statistics.lists',
  'statistics.raw-data',
]);
/** Lists of figures and of what these are counted from: tests of statistics hold their filters. */
const ofFigures = new Set(['statistics.lists', 'statistics.raw-data']);
/** Lists of a part that is fixed by something else, of which `skip` and `limit` say nothing. */
const counted = new Set(['tickets.counts']);
/** Fields that documents show and no order is of, by why: of any list, or of one as `list:field`. */
const unsorted: Readonly<Record<string, readonly string[]>> = {
  'the same in every row': [
    'project',
    'organisation',
    'helpcenter-articles.list:helpcenterCollection',
    'helpcenter-articles.list-versions:article',
    'pipelines.properties:pipeline',
    'pipelines.entries:pipeline',
    'pipelines.entries:recordType',
    'pipelines.entries:laneId',
    'service-accounts.list:role',
    'tickets.list-scheduled-replies:ticket',
    'webhooks.deliveries:webhook',
    'engagement.survey-responses:survey',
    'agent-evals.list-cases:dataset',
    'agent-evals.list-runs:dataset',
    'workflows.runs:workflowId',
  ],
  'a secret': ['secretShareToken', 'sessionSecret', 'secretKey', 'svcHash', 'secret', 'token'],
  'free words of a contact, or the mark of a person': ['conversationRatingComment', 'unreadForMe'],
  'a query of another list': ['views.list:sort'],
  'made when it is read': [
    'articlesCount',
    'subCollectionsCount',
    'sessions.list:count',
    'engagement.activities:id',
    'message-templates.list:snippet',
    'suspicious',
  ],
  'a version alone shows it, no list': ['helpcenter-articles.list-versions:author'],
  'the history is read on from a time': ['tickets.history:field'],
  'each is shown with its contact': ['sessions.activities:isFromDuplicateSession'],
};

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  explode?: boolean;
  schema: Schema;
}

interface List {
  id: string;
  path: string;
  query: Parameter[];
  sort: string[];
  /** Fields with one value of the documents in it. */
  shown: string[];
}

/** Two answers that must agree do not. */
class Different extends Error {
  constructor(readonly found: object) {
    super(JSON.stringify(found));
  }
}

const isNamed = (name: string) => (parameter: Parameter) => parameter.name === name;

describe('every list', () => {
  let mailbox: Mailbox;
  let site: WebSite;
  let platform: RunningPlatform;
  let its: FullProject;
  let lists: List[];
  let schemas: Record<string, Schema>;
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  const requests = new Map<string, ProbeRequest>();
  let unpaged: { id: string; path: string }[];
  const anonymous = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    [mailbox, site] = await Promise.all([openMailbox(), openWebSite()]);
    platform = await startPlatform({
      PARLEY_DEMO: '0',
      SMTP_URL: mailbox.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      SCHEDULED_REPLY_DELAY_SECONDS: '3600',
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
    });
    its = await fillProject(anonymous, mailbox, site);
    await addOthers(its);
    const document = await readDocument<Parameter>(platform.origin);
    schemas = document.components.schemas as Record<string, Schema>;
    const listSorts = (query: Parameter[]): string[] =>
      resolve(resolve(query.find(isNamed('sort'))?.schema ?? {}).anyOf?.[0] ?? {}).enum ?? [];
    const holdsList = (schema: Schema): boolean => {
      const { type, oneOf = [], anyOf = [], properties = {} } = resolve(schema);
      return (
        type === 'array' ||
        [...oneOf, ...anyOf].some(holdsList) ||
        Object.values(properties).some((one) => one.type === 'array')
      );
    };
    // Also one that may be null.
    const isDocument = ({ $ref, oneOf }: Schema): boolean =>
      oneOf
        ? oneOf.every((one) => one.type === 'null' || isDocument(one))
        : $ref !== undefined && !/Response$/.test($ref);
    const answering = Object.values(document.paths).flatMap(({ get }) => {
      const schema: Schema | undefined = get?.responses['200']?.content?.['application/json']?.schema;
      return get && schema && holdsList(schema) && !isDocument(schema) ? [get] : [];
    });
    const scalar = ({ type }: Schema): boolean =>
      [type].flat().some((one) => ['string', 'number', 'integer', 'boolean'].includes(one ?? ''));
    const listFields = (schema: Schema): string[] => {
      const { allOf = [], properties = {} } = resolve(schema);
      const own = Object.keys(properties).filter((name) => scalar(resolve(properties[name] ?? {})));
      return [...own, ...allOf.flatMap(listFields)];
    };
    const listShown = (schema: Schema): string[] => {
      const { type, items = {}, oneOf = [], anyOf = [], properties = {} } = resolve(schema);
      if (type === 'array') return listFields(items);
      const inside = Object.values(properties).filter((one) => one.type === 'array');
      return [...new Set([...oneOf, ...anyOf, ...inside].flatMap(listShown))];
    };
    const asked = answering.map(({ operationId: id, parameters = [], responses }) => {
      const query = parameters.filter((parameter) => parameter.in === 'query');
      const request = probes[id]?.(its, its)[0];
      const path = request?.path ?? '';
      if (request) requests.set(path, request);
      const shown = listShown(responses['200']?.content?.['application/json']?.schema ?? {});
      return { id, path, query, sort: listSorts(query), shown };
    });
    lists = asked.filter(({ id }) => !notPaged.has(id) && !counted.has(id));
    unpaged = asked.filter(({ id }) => notPaged.has(id));
  });
  afterAll(async () => {
    await platform.stop();
    await Promise.all([mailbox.close(), site.close()]);
    removeHome(platform.home);
  });

  /** Asks as the probe of the path does: some are asked by visitors. */
  const ask = (path: string, query: string): Promise<Answer> => {
    const { caller = its.admin, headers } = requests.get(path) ?? {};
    return caller.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, undefined, headers);
  };

  /** The documents of an answer, whatever object they are in. */
  const listDocuments = ({ body }: Answer): { id?: string; _id?: string }[] =>
    Array.isArray(body) ? body : ((Object.values(body).find(Array.isArray) as object[] | undefined) ?? []);

  /** What differs between two answers; another look is taken where a document changed in between, as indexes follow a write. */
  const difference = (compare: () => Promise<object | undefined>): Promise<object | undefined> =>
    eventually(async () => {
      const found = await compare();
      if (found) throw new Different(found);
      return undefined;
    }).catch((error: unknown) => {
      if (error instanceof Different) return error.found;
      throw error;
    });

  const wrong: object[] = [];
  beforeEach(() => wrong.splice(0));
  const expectProblem = (id: string, query: string, { status, body }: Answer, code: string): void => {
    if (status !== 400 || body.code !== code) wrong.push({ id, query, status, body });
  };

  it('says which query parameters it takes: skip, limit and sort, by createdAt at least', () => {
    expect(lists.length).toBeGreaterThan(25);
    for (const { id, query, sort } of lists) {
      const names = query.map(({ name }) => name);
      const missing = ['skip', 'limit', 'sort'].filter((name) => !names.includes(name));
      if (inOneOrder.has(id)) {
        if (missing.join() !== 'sort') wrong.push({ id, missing });
        continue;
      }
      if (missing.length > 0 || !sort.includes('createdAt') || !sort.includes('-createdAt'))
        wrong.push({ id, missing, sort });
    }
    expect(wrong).toEqual([]);
  });

  it('refuses a skip or limit that is no count, another sort, and a key that it does not know: 400 invalid_query', async () => {
    for (const { id, path } of lists) {
      for (const query of [
        'skip=-1',
        'skip=x',
        'limit=-1',
        'limit=ten',
        'limit=',
        'sort=',
        'nonesuch=x',
        'nonesuch>=1',
      ]) {
        expectProblem(id, query, await ask(path, query), 'invalid_query');
      }
      const { body } = await ask(path, 'sort=nonesuch');
      const told = inOneOrder.has(id) ? 'sort: is no parameter' : 'createdAt';
      if (body.code !== 'invalid_query' || !String(body.message).includes(told)) wrong.push({ id, body });
    }
    for (const { id, path } of unpaged) {
      expectProblem(id, 'nonesuch=x', await ask(path, 'nonesuch=x'), 'invalid_query');
    }
    const [bySession] = unpaged.filter(({ id }) => id === 'tickets.by-session-query');
    for (const query of ['skip=1', 'limit=1', 'sort=createdAt'])
      expectProblem(query, query, await ask(bySession?.path ?? '', query), 'invalid_query');
    expect(wrong).toEqual([]);
  });

  it('refuses a filter on project or organisation with any operator: 400 forbidden_filter', async () => {
    for (const { id, path } of [...lists, ...unpaged.filter(({ path }) => path.includes('search'))]) {
      for (const query of ['project=x', 'organisation!=x', 'project>=x', 'organisation<x', 'project.id=x'])
        expectProblem(id, query, await ask(path, query), 'forbidden_filter');
    }
    expect(wrong).toEqual([]);
  });

  it('takes a limit of 0 as the default and one above the maximum as the maximum', async () => {
    for (const { id, path } of lists) {
      const [plain, none, much] = (await Promise.all(
        ['skip=0', 'limit=0', 'limit=99999999999'].map(async (query) => ask(path, query)),
      )) as [Answer, Answer, Answer];
      const same = listDocuments(none).length === listDocuments(plain).length && much.status === 200;
      if (plain.status !== 200 || !same || listDocuments(much).length < listDocuments(plain).length)
        wrong.push({ id, statuses: [plain.status, none.status, much.status] });
    }
    expect(wrong).toEqual([]);
  });

  it('is in the order of every field that it names, both ways, and cuts its pages out of that order', async () => {
    let compared = 0;
    const varied = new Set<string>();
    for (const { id, path, sort } of lists) {
      for (const order of sort) {
        let count = 0;
        const found = await difference(async () => {
          const whole = await ask(path, `sort=${order}`);
          if (whole.status !== 200) return { id, order, status: whole.status, body: whole.body };
          const all = listDocuments(whole);
          count = all.length;
          const field = order.replace(/^-/, '');
          // In a tree siblings are in order.
          const parent = id === 'helpcenter-collections.list-all' ? 'parent' : 'none';
          const levels = [...Map.groupBy(all, (one) => readValue(one, parent)).values()];
          if (!levels.every((level) => isInOrder(level, field, order !== field))) return { id, order, all };
          if (new Set(all.map((one) => readValue(one, field))).size > 1) varied.add(`${id} ${field}`);
          if (all.length < 2) return undefined;
          const second = listDocuments(await ask(path, `sort=${order}&skip=1&limit=1`));
          return JSON.stringify(second) === JSON.stringify(all.slice(1, 2)) ? undefined : { id, order };
        });
        if (found) wrong.push(found);
        if (count > 1) compared += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(50);
    expect(varied.size).toBeGreaterThan(150);
  });

  it('has an order by every stored field that it shows', () => {
    const used = new Set<string>();
    for (const { id, sort, shown } of lists) {
      if (inOneOrder.has(id)) continue;
      for (const field of shown.filter((name) => !sort.includes(name))) {
        const names = Object.values(unsorted)
          .flat()
          .filter((name) => [field, `${id}:${field}`].includes(name));
        if (names.length === 0) wrong.push({ id, field });
        for (const name of names) used.add(name);
      }
    }
    expect(wrong).toEqual([]);
    expect(
      Object.values(unsorted)
        .flat()
        .filter((name) => !used.has(name)),
    ).toEqual([]);
  });

  it('turns its order round', async () => {
    for (const { id, path, sort } of lists) {
      if (!sort.includes('-createdAt')) continue;
      const found = await difference(async () => {
        const [up, down] = await Promise.all([
          ask(path, 'sort=createdAt,-createdAt'),
          ask(path, 'sort=-createdAt'),
        ]);
        const reversed = listDocuments(down).reverse();
        return JSON.stringify(listDocuments(up)) === JSON.stringify(reversed) ? undefined : { id };
      });
      if (found) wrong.push(found);
    }
    expect(wrong).toEqual([]);
  });

  it('filters by every field that it names: nothing has a value that nothing has', async () => {
    let asked = 0;
    for (const { id, path, query } of lists) {
      if (ofFigures.has(id)) continue;
      const fields = query.filter((one) => one.explode === false && !/^(sort|fields)$/.test(one.name));
      for (const { name, schema } of fields) {
        asked += 1;
        const value = resolve(schema).anyOf?.[0]?.type === 'string' ? '1999-01-01' : '987654321';
        const answer = await ask(path, `${name}=${value}`);
        // A ticket that is named there must exist.
        const isClosed =
          (answer.status === 400 &&
            new RegExp(`^${name}: (Give|must be) one of`).test(String(answer.body.message))) ||
          (id === 'messages.find' && name === 'ticket' && answer.body.code === 'ticket_not_found');
        if (!isClosed && (answer.status !== 200 || listDocuments(answer).length > 0))
          wrong.push({ id, name, status: answer.status, body: answer.body });
      }
    }
    expect(asked).toBeGreaterThan(150);
    expect(wrong).toEqual([]);
  });
});
