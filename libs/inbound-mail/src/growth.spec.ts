import { expectLinearWork, textShapes } from '@parley/testing';
import { fitBody, readBody } from './email-body';

/** Characters of the HTML, and of the text, of a long mail. */
const MOST = 400_000;

const mail = { subject: 'Re: x', references: ['a@b.co'], html: undefined, text: undefined };

it.each(textShapes)('takes no more than its length of a mail of %j', async (unit) => {
  await expectLinearWork(unit, MOST, (html) => fitBody(readBody({ ...mail, html }), new Map()), 1_200);
  await expectLinearWork(unit, MOST, (text) => fitBody(readBody({ ...mail, text }), new Map()), 1_200);
});
