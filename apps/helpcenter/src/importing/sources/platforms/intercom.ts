import {
  type ExportText,
  type Fields,
  isFields,
  keyOf,
  type PlatformReader,
  readOrder,
  readString,
  readStrings,
} from './export';

/** Intercom: collections and articles, with all languages in them. */
export const readIntercom: PlatformReader = (record) => {
  const { type } = record;
  const id = readString(record['id']);
  const language = readString(record['default_locale']) || undefined;
  const translations = Object.entries(
    isFields(record['translated_content']) ? record['translated_content'] : {},
  );
  const others = translations.flatMap(([code, value]) =>
    isFields(value) && code !== 'type' && code !== language ? [[code, value] as const] : [],
  );
  if (type === 'collection' || type === 'section')
    return [
      {
        collection: {
          key: `intercom:collection:${id}`,
          parent: keyOf('intercom:collection', record['parent_id']),
          order: readOrder(record['order']),
          texts: [[language, record] as const, ...others].map(([code, value]) => ({
            language: code,
            title: readString(value['name']),
            description: readString(value['description']),
          })),
        },
      },
    ];
  if (type !== 'article' || !('body' in record || 'translated_content' in record)) return undefined;
  const own = readText(language, record);
  return [
    {
      article: {
        key: `intercom:article:${id}`,
        id,
        names: [id],
        collection: keyOf(
          'intercom:collection',
          record['parent_id'] ?? readStrings(record['parent_ids']).at(-1),
        ),
        order: undefined,
        isDraft: own.isDraft,
        tags: [],
        texts: [own, ...others.map(([code, value]) => readText(code, value))],
      },
    },
  ];
};

const readText = (language: string | undefined, value: Fields): ExportText => ({
  language,
  title: readString(value['title']),
  description: readString(value['description']),
  html: readString(value['body']),
  addresses: readString(value['url']) === '' ? [] : [readString(value['url'])],
  isDraft: readString(value['state']) === 'draft',
});
