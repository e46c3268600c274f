import { expectLinearWork, textShapes } from '@parley/testing';
import { sanitizeTemplate } from './sanitize-template';

/** Characters of the longest template. */
const MOST = 20_000;

it.each(textShapes)('takes no more than its length of a template of %j', async (unit) => {
  await expectLinearWork(unit, MOST, sanitizeTemplate, 200);
});
