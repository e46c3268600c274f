import { expectLinearWork, textShapes } from '@parley/testing';
import { maxDocumentCharacters } from '../limits';
import { extractTerms } from '../postgres/terms';
import { highlight } from './highlight';
import { createMatcher } from './matcher';
import { spacedText } from './words';

it.each(textShapes)('takes no more than its length of a document of %j', async (unit) => {
  await expectLinearWork(
    unit,
    maxDocumentCharacters,
    (text) => [extractTerms([text]), spacedText(text), highlight(text, createMatcher(['a', 'refund']))],
    400,
  );
});
