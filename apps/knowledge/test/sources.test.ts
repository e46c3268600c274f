import { createLexicalAi, computeSignature } from '@parley/ai';
import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { EVERYBODY, nearestPassages } from '../src/search/passages.store';
import { markSources } from '../src/sources/source-mark.store';
import { createNeighbours } from './support/neighbours';
import { required, startKnowledge, type TestKnowledge, type TestProject } from './support/knowledge';

const USERS = [{ field: 'userId', operator: 'exists' as const, value: true }];
const PRO = [{ field: 'customData.plan', operator: 'eq' as const, value: 'pro' }];

const makeFaq = (project: string, question: string) => ({
  id: newId(),
  project,
  organisation: 'o',
  question,
  answer: 'Call the hotline.',
  ticket: newId(),
  actorType: 'user',
  actorId: newId(),
  acceptedAt: new Date().toISOString(),
});

describe('articles', () => {
  let service: TestKnowledge;
  let its: TestProject;
  beforeAll(async () => {
    service = await startKnowledge();
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    its = service.project();
  });

  const tell = (event: string, id: string, payload: object): Promise<void> =>
    service.publish(`helpcenter.v1.article.${event}`, its.id, id, payload);
  const finds = (query: string, ids: string[], asking?: object): Promise<void> =>
    eventually(async () => expect(await its.found(query, asking as never)).toEqual(ids));

  it('are found when they are published, by a text that the event left out', async () => {
    const { id } = service.neighbours.article(its.id, {
      texts: { en: { title: 'Refunds', description: 'Money back', content: 'A refund takes 14 days.' } },
    });
    await tell('published', id, { article: { id, isDraft: false } });
    await finds('refund days', [id]);
    expect((await its.search('refund days'))[0]).toMatchObject({
      sourceType: 'article',
      title: 'Refunds',
      url: `https://help.example/en/articles/${id}`,
      lang: 'en',
    });
  });

  it('are what the help center says last, in whatever order and however often events come', async () => {
    const article = service.neighbours.article(its.id, {
      texts: { en: { title: 'Zithers', content: 'Zithers have strings.' } },
    });
    const { id } = article;
    await tell('created', id, { article: { id, isDraft: false } });
    await finds('zithers', [id]);
    article.texts = { en: { title: 'Zithers', content: 'Zithers have frets.' } };
    await tell('updated', id, { article: { id, isDraft: false } });
    await eventually(async () =>
      expect((await its.search('zithers'))[0]?.content).toBe('Zithers have frets.'),
    );
    // Late news of a draft that is published by now.
    await tell('updated', id, { article: { id, isDraft: true } });
    await finds('zithers', [id]);
  });

  it.each([
    ['unpublished', (id: string) => ['updated', { article: { id, isDraft: true } }] as const],
    ['deleted', (id: string) => ['deleted', { articleId: id }] as const],
  ])('are found no more when they are %s', async (_what, news) => {
    const article = service.neighbours.article(its.id, {
      texts: { en: { title: 'Harps', content: 'Harps.' } },
    });
    const { id } = article;
    await tell('published', id, { article: { id } });
    await finds('harps', [id]);
    article.isDraft = true;
    // What the event itself says counts at once, also while the help center cannot be asked.
    service.neighbours.failure = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    const [event, payload] = news(id);
    await tell(event, id, payload);
    expect(await its.found('harps', { internally: true })).toEqual([]);
    service.neighbours.failure = undefined;
    await its.settled();
    expect(await its.found('harps', { internally: true })).toEqual([]);
  });

  it('of a private help center are seen by the team and by contacts with a user id; other content stays', async () => {
    const { id } = service.neighbours.article(its.id, {
      texts: { en: { title: 'Cellos', content: 'Cellos are secret instruments.' } },
    });
    await tell('published', id, { article: { id } });
    await its.push({ contentId: 'public', content: 'Cellos have four strings.' as never });
    await its.settled();
    const guest = service.neighbours.contact(its.id);
    const user = service.neighbours.contact(its.id, { userId: 'u1' });
    const blocked = service.neighbours.contact(its.id, { userId: 'u2', blocked: true });
    const seen = async (asking: object) => (await its.found('cellos', asking as never)).includes(id);
    service.neighbours.isPrivate.add(its.id);
    for (const session of [guest, blocked]) expect(await seen({ scope: { session } })).toBe(false);
    expect(await seen({})).toBe(false);
    expect(await its.found('cellos')).toHaveLength(1);
    expect(await seen({ scope: { session: user } })).toBe(true);
    expect(await seen({ internally: true })).toBe(true);
  });

  it('are seen by whom they are for: nobody without a session, a contact, the team', async () => {
    const make = async (title: string, audience: never[] | typeof USERS | typeof PRO) => {
      const { id } = service.neighbours.article(its.id, {
        audience: audience as never,
        texts: { en: { title, content: 'Violas are large violins.' } },
      });
      await tell('published', id, { article: { id } });
      return id;
    };
    const all = await make('For all', []);
    const users = await make('For users', USERS);
    const pro = await make('For pro', PRO);
    await its.push({ contentId: 'inside', content: 'Violas for the team.' as never, isInternal: true });
    await its.settled();
    const guest = service.neighbours.contact(its.id);
    const user = service.neighbours.contact(its.id, { userId: 'u1', customData: { plan: 'pro' } });
    const found = async (asking: object) => (await its.found('violas violins', asking as never)).sort();
    const sorted = (...ids: string[]) => [...ids].sort();
    expect(await found({})).toEqual([all]);
    expect(await found({ scope: { session: guest } })).toEqual([all]);
    expect(await found({ scope: { session: user } })).toEqual(sorted(all, users, pro));
    expect(await found({ internally: true })).toEqual(sorted(all, users, pro, 'inside'));
    expect(await found({ internally: true, scope: { session: guest } })).toEqual(sorted(all, 'inside'));
  });

  it('that nobody may see change no score and no order', async () => {
    await its.push({ contentId: 'seen', title: 'Bassoons', content: 'Bassoons are low.' as never });
    await its.settled();
    const before = await its.search('low bassoons');
    for (let n = 0; n < 5; n += 1)
      await its.push({
        contentId: `unseen-${n}`,
        title: 'Bassoons',
        content: 'Low bassoons.' as never,
        isInternal: true,
      });
    await its.settled();
    expect(await its.search('low bassoons')).toEqual(before);
  });

  it('that many hide come before nothing: the one that may be seen is near though 420 hidden passages are nearer', async () => {
    const parts = Array.from({ length: 420 }, (_, n) => `# Contrabassoons\nContrabassoons of kind ${n}.`);
    const content = parts.join('\n') as never;
    await its.push({ contentId: 'near', title: 'Contrabassoons', content, isInternal: true });
    await its.push({ contentId: 'far', title: 'Cellar', content: 'Some play in the cellar.' as never });
    await its.settled();
    const passages = await service.db.query<{ id: string; source: string; model: string }>(
      `SELECT p.id, d.source_id AS source, v.model FROM passage p
         JOIN document d ON d.project_id = p.project_id AND d.id = p.document_id
         JOIN passage_vector v ON v.project_id = p.project_id AND v.passage_id = p.id
        WHERE p.project_id = $1 ORDER BY source`,
      [its.id],
    );
    const [far, ...near] = passages;
    expect([far?.source, near.length]).toEqual(['far', 420]);
    const { vectors } = await createLexicalAi().embed(['contrabassoons']);
    const asked = {
      signature: computeSignature(required(vectors[0])),
      space: required(far).model,
      limit: 60,
    };
    const open = { types: undefined, tags: undefined, collections: undefined, websites: undefined };
    const reach = { projectId: its.id, audiences: [EVERYBODY], ...open };
    expect(await nearestPassages(service.db, { ...reach, internal: false, articles: true }, asked)).toEqual([
      far?.id,
    ]);
    const seen = await nearestPassages(service.db, { ...reach, internal: true, articles: true }, asked);
    expect([seen.length, seen.includes(required(far).id)]).toEqual([60, false]);
  });

  it('in a collection and below it are found in its scope', async () => {
    const [root, child] = [newId(), newId()];
    service.neighbours.collections.set(root, { projectId: its.id, children: [child] });
    service.neighbours.collections.set(child, { projectId: its.id, children: [] });
    const texts = { en: { title: 'Tubas', content: 'Tubas are heavy.' } };
    const tags = ['brass'];
    const { id } = service.neighbours.article(its.id, { collectionId: child, texts, tags });
    const { id: elsewhere } = service.neighbours.article(its.id, { texts, tags, hasPage: false });
    for (const one of [id, elsewhere]) await tell('published', one, { article: { id: one } });
    await its.settled();
    const collections = [root];
    expect(await its.found('tubas', { scope: { collections } })).toEqual([id]);
    expect(await its.found('tubas', { scope: { collections, tags } })).toEqual([id]);
    expect(await its.found('tubas', { scope: { collections, tags: ['woodwind'] } })).toEqual([]);
    const addresses = (await its.search('tubas')).map(({ sourceId, url }) => [sourceId, url !== undefined]);
    expect(Object.fromEntries(addresses)).toEqual({ [id]: true, [elsewhere]: false });
  });

  it('in several languages are one result, in the asked language', async () => {
    const { id } = service.neighbours.article(its.id, {
      texts: {
        en: { title: 'Oboes', content: 'Oboes need reeds.' },
        de: { title: 'Oboen', content: 'Oboen brauchen Rohrblätter.' },
      },
    });
    await tell('published', id, { article: { id } });
    await its.settled();
    expect(await its.search('oboes')).toEqual([expect.objectContaining({ sourceId: id, lang: 'en' })]);
    expect(await its.search('oboes', { lang: 'de' })).toEqual([
      expect.objectContaining({ sourceId: id, lang: 'de', title: 'Oboen' }),
    ]);
    expect(await its.search('oboes', { lang: 'fr' })).toEqual([expect.objectContaining({ lang: 'en' })]);
  });

  it('are read when the help center is back', async () => {
    const { id } = service.neighbours.article(its.id, {
      texts: { en: { title: 'Lutes', content: 'Lutes.' } },
    });
    service.neighbours.failure = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    await tell('published', id, { article: { id } });
    expect((await service.knowledge.getKnowledgeStatus({}, its.as('agent'))).pending).toBe(1);
    service.neighbours.failure = undefined;
    await eventually(async () => {
      await service.db.query('UPDATE source_mark SET retry_at = NULL');
      expect(await its.found('lutes')).toEqual([id]);
    });
  });

  it('that cannot be read hold up no other; one is tried 10 times, counted as failed, and tried again with a reindex', async () => {
    // PostgreSQL stores no NUL.
    const tags = ['bad\0tag'];
    const bad = service.neighbours.article(its.id, { tags });
    const good = Array.from({ length: 4 }, () =>
      service.neighbours.article(its.id, { texts: { en: { title: 'Virginals', content: 'Virginals.' } } }),
    );
    const all = [...good.slice(2), bad, ...good.slice(0, 2)];
    // In one round.
    await markSources(
      service.db,
      'article',
      all.map(({ id }) => ({ projectId: its.id, id })),
    );
    const marks = () =>
      service.db.query(
        'SELECT id, attempts, retry_at > now() AS waits FROM source_mark WHERE project_id = $1',
        [its.id],
      );
    const counts = async () => {
      const { pending, failed } = await service.knowledge.getKnowledgeStatus({}, its.as('agent'));
      return { pending, failed };
    };
    await eventually(async () => expect(await its.found('virginals')).toHaveLength(4));
    await eventually(async () => expect(await counts()).toEqual({ pending: 1, failed: 0 }));
    expect(await marks()).toEqual([{ id: bad.id, attempts: 1, waits: true }]);
    await service.db.query('UPDATE source_mark SET attempts = 9, retry_at = NULL WHERE id = $1', [bad.id]);
    await eventually(async () => expect(await counts()).toEqual({ pending: 0, failed: 1 }));
    bad.tags = ['good'];
    await service.knowledge.reindexKnowledge({}, its.as('user'));
    await eventually(async () => expect(await its.found('article text')).toEqual([bad.id]));
    await its.settled();
    expect(await counts()).toEqual({ pending: 0, failed: 0 });
  });

  it('lend their tags as long as something carries them', async () => {
    const article = service.neighbours.article(its.id, { tags: ['b', 'ä'] });
    const { id } = article;
    await tell('published', id, { article: { id } });
    await its.push({ contentId: 'tagged', tags: ['a', 'b'], isInternal: true });
    await its.settled();
    const tags = async () => (await service.knowledge.listContentTags({}, its.as('agent'))).tags;
    expect(await tags()).toEqual(['a', 'b', 'ä']);
    article.isDraft = true;
    await tell('deleted', id, { articleId: id });
    expect(await tags()).toEqual(['a', 'b']);
    expect((await service.knowledge.listContentTags({}, service.project().as('agent'))).tags).toEqual([]);
  });
});

describe('accepted suggestions', () => {
  it('become one entry each, however often they are told of, and none again once it was deleted', async () => {
    const service = await startKnowledge();
    const its = service.project();
    const faq = makeFaq(its.id, 'Who answers at night?');
    const tell = () => service.publish('tickets.v1.faq.accepted', its.id, faq.id, { faq });
    await tell();
    await its.settled();
    const { content } = await service.content.getContent({ contentId: faq.id }, its.as('agent'));
    expect(content).toMatchObject({
      type: 'faq',
      title: faq.question,
      content: faq.answer,
      origin: 'faq_suggestion',
      ticketId: faq.ticket,
    });
    await tell();
    expect(await its.found('who answers at night')).toEqual([faq.id]);
    await service.content.updateContent(
      { contentId: faq.id, content: { title: 'Nights' } as never, nulls: [] },
      its.as('user'),
    );
    expect((await service.content.getContent({ contentId: faq.id }, its.as('agent'))).content?.origin).toBe(
      'faq_suggestion',
    );
    const { ticket } = faq;
    await service.publish('tickets.v1.ticket.deleted', its.id, ticket, { ticket: { id: ticket } });
    await eventually(async () =>
      expect(await service.db.query('SELECT FROM source_mark WHERE id = $1', [ticket])).toEqual([]),
    );
    await its.settled();
    expect(await its.found('hotline')).toEqual([faq.id]);
    await service.content.deleteContent({ contentId: faq.id }, its.as('user'));
    await tell();
    await its.settled();
    expect(await its.found('hotline')).toEqual([]);
    await service.stop();
  });
});

describe('what existed before the first start', () => {
  it('is taken over: articles, suggestions and tickets of every project', async () => {
    const neighbours = createNeighbours();
    const [one, other] = [newId(), newId()];
    const articles = [one, other].map((project) =>
      neighbours.article(project, { texts: { en: { title: 'Cellos', content: 'Cellos stand.' } } }),
    );
    neighbours.faqs.push(makeFaq(one, 'May cellos fly?'));
    neighbours.ticket(one, { title: 'My cello broke' });
    const service = await startKnowledge({ neighbours });
    await eventually(async () => {
      const documents = await service.db.query<{ id: string }>(
        `SELECT source_id AS id FROM document WHERE status = 'indexed' ORDER BY project_id, source_type`,
      );
      expect(documents.map(({ id }) => id)).toEqual([
        articles[0]?.id,
        neighbours.faqs[0]?.id,
        articles[1]?.id,
      ]);
      expect(await service.db.query('SELECT FROM ticket_vector WHERE part = 0')).toHaveLength(1);
      expect(await service.db.query('SELECT FROM takeover WHERE done_at IS NULL')).toHaveLength(0);
    });
    await service.stop();
  });
});
