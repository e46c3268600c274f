import { sentencesOf } from '@parley/ai';
import { expectBoundedWork, shapeOf, textShapes } from '@parley/testing';
import { guessLanguage, redact, withoutOrders } from './index';
import { extractOf } from './passages';

const MOST = 250_000;
/** Characters of an article. */
const ARTICLE = 50_000;
const asked = { text: 'When does my refund arrive?', language: 'en' };

it.each(textShapes)('takes no more than its length of a text of %j', async (unit) => {
  const [long, article] = [shapeOf(unit, MOST), shapeOf(unit, ARTICLE)];
  await expectBoundedWork(() => redact(long));
  await expectBoundedWork(() => withoutOrders(long));
  await expectBoundedWork(() => guessLanguage(long));
  await expectBoundedWork(() => sentencesOf(long));
  await expectBoundedWork(() => extractOf(asked, article, 500));
});
