import { type Document, type EngagementWorld, startEngagement, type Team } from './support/engagement';

const readErrorFields = ({ body }: { body: Document }): string[] =>
  (body.errors ?? body.fields ?? []).map(({ field }: { field: string }) => field);

describe('surveys, news, modals and product tours', () => {
  let world: EngagementWorld;
  let team: Team;
  const call = (method: string, path: string, body?: unknown) => team.admin.call(method, path, body);
  beforeAll(async () => {
    world = await startEngagement();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const asked = (...questions: object[]) => ({ config: { questions } });
  const scale = (branch: object) =>
    asked({ id: 'a', type: 'nps', branches: [branch] }, { id: 'b', type: 'text' });
  it.each([
    ['surveys', asked(...Array.from({ length: 51 }, () => ({ type: 'text' }))), 'config.questions'],
    ['surveys', asked({ type: 'slider' }), 'config.questions.0.type'],
    ['surveys', asked({ type: 'choice' }), 'config.questions.0.options'],
    [
      'surveys',
      asked({ type: 'choice', options: [{ id: 'a' }, { id: 'a' }] }),
      'config.questions.0.options.1.id',
    ],
    ['surveys', asked({ type: 'text', maxLength: 5_001 }), 'config.questions.0.maxLength'],
    ['surveys', asked({ type: 'text', required: 'yes' }), 'config.questions.0.required'],
    ['surveys', asked({ type: 'text', title: 'x'.repeat(257) }), 'config.questions.0.title'],
    ['surveys', asked({ type: 'text', title: { localized: { en: 5 } } }), 'config.questions.0.title.en'],
    ['surveys', asked({ id: 'end', type: 'text' }), 'config.questions.0.id'],
    ['surveys', scale({ operator: 'like', value: 1, goTo: 'b' }), 'config.questions.0.branches.0.operator'],
    ['surveys', scale({ operator: 'eq', value: 11, goTo: 'b' }), 'config.questions.0.branches.0.value'],
    ['surveys', scale({ operator: 'eq', value: 1, goTo: 'a' }), 'config.questions.0.branches.0.goTo'],
    ['surveys', { config: { ticket: 'yes' } }, 'config.ticket'],
    ['surveys', { config: { thanks: 'x'.repeat(257) } }, 'config.thanks'],
    ['news', { config: { label: 'x'.repeat(65) } }, 'config.label'],
    ['news', { config: { hint: 1 } }, 'config.hint'],
    ['news', { config: { image: 'javascript:alert(1)' } }, 'config.image'],
    ['modals', { config: { buttons: Array.from({ length: 4 }, () => ({ label: 'A' })) } }, 'config.buttons'],
    ['modals', { config: { buttons: [{ url: 'https://a.example' }] } }, 'config.buttons.0.label'],
    ['modals', { config: { buttons: [{ label: 'A', url: 'data:text/html,x' }] } }, 'config.buttons.0.url'],
    ['product-tours', { config: { steps: ['a'] } }, 'config.steps.0'],
  ])('%s refuse %j: 400 naming %s', async (path, body, field) => {
    const refused = await call('POST', `/engagement/${path}`, { name: 'A', ...body });
    expect(refused.status).toBe(400);
    expect(readErrorFields(refused)).toContain(field);
  });

  it('are due to widgets like other items, in one language; news only with a hint', async () => {
    const mine = await world.team();
    const title = { localized: { en: 'How likely?', de: 'Wie wahrscheinlich?' } };
    const survey = await mine.item('surveys', { config: { questions: [{ id: 'a', type: 'nps', title }] } });
    const post = { subject: 'New', message: 'Now in green.' };
    await mine.item('news', post);
    const hint = await mine.item('news', { ...post, config: { hint: true, label: 'Feature' } });
    const button = { id: 'b', label: { localized: { de: 'Weiter' } } };
    const modal = await mine.item('modals', { message: 'Terms', config: { buttons: [button] } });
    const tour = await mine.item('product-tours', { config: { steps: [{ id: 's', selector: 'h1' }] } });
    const guest = await mine.guest();
    const due = await guest.due('?lang=de');
    expect(due.map(({ id, type }) => [id, type])).toEqual([
      [tour.id, 'PRODUCT_TOUR'],
      [modal.id, 'MODAL'],
      [hint.id, 'NEWS'],
      [survey.id, 'SURVEY'],
    ]);
    expect(due[1]?.config.buttons).toEqual([{ id: 'b', label: 'Weiter' }]);
    expect(due[3]?.config.questions).toEqual([{ id: 'a', type: 'nps', title: 'Wie wahrscheinlich?' }]);
    expect((await guest.report(tour.id, 'step', 's')).status).toBe(200);
    expect((await guest.report(tour.id, 'completed')).status).toBe(200);
    expect(await mine.statistics(tour.id)).toMatchObject({
      completed: { unique: 1 },
      steps: [{ id: 's', completed: 1 }],
    });
    expect((await guest.report(modal.id, 'clicked')).status).toBe(200);
    expect(await guest.dueIds()).toEqual([hint.id, survey.id]);
    expect((await guest.report(survey.id, 'completed')).status).toBe(400);
  });
});
