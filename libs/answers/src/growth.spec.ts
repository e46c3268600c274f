import { splitSentences } from '@parley/ai';
import { expectLinearWork, textShapes } from '@parley/testing';
import { checkAnswer } from './check';
import { guessLanguage, redact, withoutOrders } from './index';
import { extractPart } from './passages';
import type { Source } from './source';

const MOST = 250_000;
/** Characters of an article, and of an answer. */
const ARTICLE = 50_000;
const sources = [{ title: 'Refunds', text: 'A refund takes 14 days.' }] as Source[];
const checks = { system: 'Answer from the sources.', demandsTerms: true, cleans: true };
const asked = { text: 'When does my refund arrive?', language: 'en' };

it.each(textShapes)('takes no more than its length of a text of %j', async (unit) => {
  await expectLinearWork(unit, MOST, redact);
  await expectLinearWork(unit, MOST, withoutOrders);
  await expectLinearWork(unit, MOST, guessLanguage);
  await expectLinearWork(unit, MOST, splitSentences);
  await expectLinearWork(unit, ARTICLE, (text) => extractPart(asked, text, 500));
  await expectLinearWork(unit, ARTICLE, (text) => checkAnswer(text, sources, asked, checks), 400);
});
