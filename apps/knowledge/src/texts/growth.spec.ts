import { expectBoundedWork, shapeOf, textShapes } from '@parley/testing';
import { cutPassages } from '../passages/cut';
import { codesOf } from '../search/rank';
import { cleanHtml } from './clean-html';
import { sectionsOf } from './sections';

/** Characters of a long entry, and of a long question. */
const ENTRY = 250_000;
const QUESTION = 20_000;

const attempt = (work: () => unknown) => (): void => {
  try {
    work();
  } catch (error) {
    expect(error).toMatchObject({ kind: 'invalid' });
  }
};

it.each(textShapes)('takes no more than its length of an entry of %j', async (unit) => {
  const text = shapeOf(unit, ENTRY);
  await expectBoundedWork(() => sectionsOf(text, 'text'));
  await expectBoundedWork(() => sectionsOf(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`, 'vtt'));
  await expectBoundedWork(
    attempt(() => sectionsOf(cleanHtml(text), 'html')),
    400,
  );
  await expectBoundedWork(() => cutPassages({ title: 'Long', sections: [{ text }] }), 300);
  await expectBoundedWork(() => codesOf(shapeOf(unit, QUESTION)), 50);
});
