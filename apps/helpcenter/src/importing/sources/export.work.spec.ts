import fc from 'fast-check';
import { readExportFile } from './export.work';

const names = [
  'id type title body name description state url locale draft position section_id category_id source_id folder_id',
  'status hierarchy data tags seo_data collectionId text categories articles items translations translated_content',
].flatMap((line) => line.split(' '));
const leaf = fc.oneof(fc.constantFrom('article', 'collection', 'x', '', 1, 2, null, true), fc.string());
const { record } = fc.letrec<{ value: unknown; record: unknown }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('record'), { maxLength: 3 }), tie('record')),
  record: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 8 }),
}));

it('reads any JSON into texts, and bytes that are no JSON into nothing', async () => {
  await fc.assert(
    fc.asyncProperty(record, async (value) => {
      const { articles = [], collections = [] } =
        (await readExportFile(Buffer.from(JSON.stringify(value)))) ?? {};
      for (const { key, texts, tags } of articles)
        for (const text of [
          key,
          ...tags,
          ...texts.flatMap(({ title, html, addresses }) => [title, html, ...addresses]),
        ])
          expect(typeof text).toBe('string');
      for (const { key, texts } of collections)
        for (const text of [key, ...texts.flatMap(({ title, description }) => [title, description])])
          expect(typeof text).toBe('string');
    }),
  );
  expect(await readExportFile(Buffer.from('{"a":'))).toBeUndefined();
});
