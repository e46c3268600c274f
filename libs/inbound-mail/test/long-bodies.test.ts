import { toPlainText } from '@parley/rich-text';
import { fitBody, readBody } from '../src/email-body';
import { fitEmailBody, readEmailBody } from '../src/email-body.work';

const mail = { subject: 'Re: x', references: ['a@b.co'] };

/** How often a timer of this process fires while work is being done. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  const clock = setInterval(() => (turns += 1), 1);
  await work();
  clearInterval(clock);
  return turns;
};

describe('the body of a long mail', () => {
  const html = `<p>Call Ada back.</p>${'<p>a'.repeat(14_000)}<img src="cid:logo"><blockquote type="cite">old</blockquote>`;

  it('is read in a thread as a short one is here', async () => {
    const body = await readEmailBody({ ...mail, bodies: [{ html }] });
    expect(body).toEqual(readBody({ ...mail, bodies: [{ html }] }));
    expect([...body.shown]).toEqual(['logo']);
    const urls = new Map([['logo', 'https://files.example/logo.png']]);
    const fitted = await fitEmailBody(body, urls);
    const { comment, whole } = fitBody(body, urls);
    expect(fitted.comment).toEqual(comment);
    expect(toPlainText(fitted.comment as never)).toContain('Call Ada back.');
    expect(Buffer.from(fitted.whole?.content ?? [])).toEqual(Buffer.from(whole?.content ?? []));
  });

  it('keeps others no longer from their turn', async () => {
    let body = readBody({ ...mail, bodies: [{ text: 'x' }] });
    expect(
      await turnsDuring(async () => {
        body = await readEmailBody({ ...mail, bodies: [{ html }] });
      }),
    ).toBeGreaterThan(5);
    expect(await turnsDuring(() => fitEmailBody(body, new Map()))).toBeGreaterThan(5);
  });
});
