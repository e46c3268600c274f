import { expectLinearWork, textShapes } from '@parley/testing';
import { filterProse } from '../code/answer-filter';
import { readPage } from '../crawl/read-page';
import { cutPassages } from '../passages/cut';
import { extractCodes } from '../search/rank';
import { cleanHtml } from './clean-html';
import { readSections } from './sections';

/** Characters of a long entry, of a page, of an answer about code, and of a long question. */
const ENTRY = 250_000;
const PAGE = 500_000;
const ANSWER = 50_000;
const QUESTION = 20_000;

const filter = (text: string): Promise<string> =>
  filterProse(text, { redact: (all) => all, knownNames: () => Promise.resolve(new Set()) });

it.each(textShapes)('takes no more than its length of an entry of %j', async (unit) => {
  await expectLinearWork(unit, ENTRY, (text) => readSections(text, 'text'));
  await expectLinearWork(unit, ENTRY, (text) =>
    readSections(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`, 'vtt'),
  );
  await expectLinearWork(unit, ENTRY, (text) => readSections(cleanHtml(text), 'html'), 400);
  await expectLinearWork(unit, ENTRY, (text) => cutPassages({ title: 'Long', sections: [{ text }] }), 300);
  await expectLinearWork(unit, PAGE, (text) => readPage(text, 'https://a.example/'), 400);
  await expectLinearWork(unit, ANSWER, filter);
  await expectLinearWork(unit, QUESTION, extractCodes, 50);
});
