import {
  type ExportCollection,
  type ExportText,
  type Fields,
  keyOf,
  type PlatformReader,
  readOrder,
  readRecords,
  readString,
  readStrings,
} from './export';

/** Zendesk Guide: categories, sections and articles, with translations beside or in them. */
export const readZendesk: PlatformReader = (record, list) => {
  if ('source_id' in record && 'locale' in record) {
    const of = keyOf('zendesk:article', record['source_id']);
    const isOfArticle = !('source_type' in record) || record['source_type'] === 'Article';
    return of !== undefined && isOfArticle
      ? [{ text: readText(record, readString(record['source_id'])), of }]
      : [];
  }
  if ('section_id' in record && 'title' in record) return [readArticle(record)];
  if ('parent_section_id' in record || (list === 'sections' && 'category_id' in record))
    return [
      {
        collection: readCollection(
          record,
          'section',
          keyOf('zendesk:section', record['parent_section_id']) ??
            keyOf('zendesk:category', record['category_id']),
        ),
      },
    ];
  if (list === 'categories' && 'locale' in record)
    return [{ collection: readCollection(record, 'category', undefined) }];
  return undefined;
};

const readText = (record: Fields, id: string): ExportText => {
  const locale = readString(record['locale']);
  const address = readString(record['html_url']);
  return {
    language: locale === '' ? undefined : locale,
    title: readString(record['title']),
    description: '',
    html: readString(record['body']),
    addresses: [
      ...(address === '' ? [] : [address]),
      ...(locale === '' ? [] : [`/hc/${locale}/articles/${id}`]),
    ],
    isDraft: record['draft'] === true,
  };
};

const readArticle = (record: Fields) => {
  const id = readString(record['id']);
  const own = readText(record, id);
  const translations = readRecords(record['translations']).map((one) => readText(one, id));
  return {
    article: {
      key: `zendesk:article:${id}`,
      id,
      names: [id],
      collection: keyOf('zendesk:section', record['section_id']),
      order: readOrder(record['position']),
      isDraft: own.isDraft,
      tags: readStrings(record['label_names']),
      texts: [own, ...translations.filter(({ language }) => language !== own.language)],
    },
  };
};

const readCollection = (record: Fields, kind: string, parent: string | undefined): ExportCollection => {
  const own = {
    language: readString(record['locale']) || undefined,
    title: readString(record['name']),
    description: readString(record['description']),
  };
  const translations = readRecords(record['translations']).map((one) => ({
    language: readString(one['locale']) || undefined,
    title: readString(one['title']),
    description: readString(one['body']),
  }));
  return {
    key: `zendesk:${kind}:${readString(record['id'])}`,
    parent,
    order: readOrder(record['position']),
    texts: [own, ...translations.filter(({ language }) => language !== own.language)],
  };
};
