import { startKnowledge, type TestKnowledge, type TestProject } from './support/knowledge';

const ID = 'dQw4w9WgXcQ';
const VTT = 'WEBVTT\n\n00:00.000 --> 00:04.000\nReturns take 14 days.\n';
const SRT = '1\n00:00:00,000 --> 00:00:04,000\nReturns take 15 days.\n';

describe('transcripts of YouTube videos', () => {
  let service: TestKnowledge;
  let its: TestProject;
  beforeAll(async () => {
    service = await startKnowledge();
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    its = service.project();
  });

  const video = (changes: object = {}) => ({
    url: ID,
    title: 'Returns',
    transcript: VTT,
    tags: [],
    ...changes,
  });
  const add = async (changes: object = {}, batchId?: string) => {
    const request = { video: video(changes), ...(batchId !== undefined && { batchId }) };
    return (await service.youtube.addYoutubeSource(request, its.as('user'))).source;
  };
  const list = async (request: object = {}, where = its) =>
    (await service.youtube.listYoutubeSources(request, where.as('agent'))).sources;

  it('are added as content, found with the address of the video, and replaced by the same video', async () => {
    const added = await add({ lang: 'en', tags: ['help'] }, 'tour');
    const url = `https://www.youtube.com/watch?v=${ID}`;
    expect(added).toMatchObject({
      videoId: ID,
      url,
      format: 'vtt',
      batchId: 'tour',
      lang: 'en',
      tags: ['help'],
    });
    await its.settled();
    const [hit] = await its.search('How long do returns take?');
    expect(hit).toMatchObject({ sourceType: 'video', sourceId: `youtube:${ID}` });
    expect(hit?.content).toContain('14 days');
    const again = await add({ transcript: SRT });
    expect(again).toMatchObject({ id: added?.id, format: 'srt' });
    expect(again?.batchId).toBeUndefined();
    expect(await list()).toHaveLength(1);
  });

  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4',
    'https://youtu.be/dQw4w9WgXcQ?si=x',
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://youtube.com/live/dQw4w9WgXcQ',
  ])('know the video of %s', async (url) => {
    expect((await add({ url }))?.videoId).toBe(ID);
  });

  it.each([
    'https://evil.example/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/short',
    'nonsense',
    'javascript:dQw4w9WgXcQ',
  ])('refuse %s: 400 naming url', async (url) => {
    await expect(add({ url })).rejects.toMatchObject({ reason: 'INVALID_INPUT', fields: [{ field: 'url' }] });
  });

  it('name the transcript when it is blank, and refuse one of more than a megabyte: 413', async () => {
    await expect(add({ transcript: ' ' })).rejects.toMatchObject({ fields: [{ field: 'transcript' }] });
    await expect(add({ transcript: 'x'.repeat(1_048_577) })).rejects.toMatchObject({ kind: 'tooLarge' });
  });

  it('are previewed without being stored', async () => {
    const request = { video: video({ transcript: SRT }) };
    expect(await service.youtube.previewYoutubeSource(request, its.as('agent'))).toMatchObject({
      videoId: ID,
      format: 'srt',
      text: expect.stringContaining('Returns take 15 days.'),
    });
    expect(await list()).toEqual([]);
  });

  it('are added together; a bad one is named and stops no other; their batch is deleted without other content', async () => {
    await its.push({ batchId: 'tour', contentId: 'faq' });
    const videos = [
      video(),
      video({ url: 'nonsense' }),
      { title: 'No transcript' },
      video({ url: 'aaaaaaaaaaa' }),
    ];
    const request = { videos, batchId: 'tour' };
    expect(await service.youtube.addYoutubeSourceBatch(request as never, its.as('user'))).toMatchObject({
      batchId: 'tour',
      added: 2,
      failed: [
        { index: 1, code: 'invalid_input', field: 'url' },
        { index: 2, code: 'invalid_input', field: 'url' },
      ],
    });
    expect((await list({ sort: 'id' })).map(({ videoId }) => videoId)).toEqual([ID, 'aaaaaaaaaaa']);
    expect((await list({ sort: '-id', limit: 1 })).map(({ videoId }) => videoId)).toEqual(['aaaaaaaaaaa']);
    const deleted = await service.youtube.deleteYoutubeSourceBatch({ batchId: 'tour' }, its.as('user'));
    expect(deleted).toEqual({ success: true, deleted: 2 });
    expect(await service.content.getContent({ contentId: 'faq' }, its.as('agent'))).toBeDefined();
  });

  it('are those of their project, and gone once they are deleted: 404', async () => {
    await add();
    const other = service.project();
    expect(await list({}, other)).toEqual([]);
    const remove = (where: TestProject) =>
      service.youtube.deleteYoutubeSource({ videoId: ID }, where.as('user'));
    await expect(remove(other)).rejects.toMatchObject({ reason: 'CONTENT_NOT_FOUND' });
    expect(await remove(its)).toEqual({ success: true });
    await expect(remove(its)).rejects.toMatchObject({ reason: 'CONTENT_NOT_FOUND' });
  });
});
