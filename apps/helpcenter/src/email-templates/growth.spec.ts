import { expectLinearWork, textShapes } from '@parley/testing';
import { cleanHtml } from './clean-html';
import { MAX_HTML } from './email-template.input';

it.each(textShapes)('takes no more than its length of an e-mail template of %j', async (unit) => {
  await expectLinearWork(unit, MAX_HTML, (html) => cleanHtml(html, 'htmlContent'), 400);
});
