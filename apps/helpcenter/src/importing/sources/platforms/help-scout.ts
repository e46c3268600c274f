import { keyOf, type PlatformReader, readOrder, readString, readStrings } from './export';

/** Help Scout Docs: collections, categories and articles. */
export const readHelpScout: PlatformReader = (record, list) => {
  const id = readString(record['id']);
  const texts = [
    {
      language: undefined,
      title: readString(record['name']),
      description: readString(record['description']),
    },
  ];
  if (list === 'collections' && 'siteId' in record)
    return [
      {
        collection: {
          key: `helpscout:collection:${id}`,
          parent: undefined,
          order: readOrder(record['order']),
          texts,
        },
      },
    ];
  if (!('collectionId' in record && 'name' in record)) return undefined;
  const parent = keyOf('helpscout:collection', record['collectionId']);
  if (!('text' in record))
    return 'articleCount' in record || list === 'categories'
      ? [
          {
            collection: { key: `helpscout:category:${id}`, parent, order: readOrder(record['order']), texts },
          },
        ]
      : undefined;
  const address = readString(record['publicUrl']);
  const isDraft = readString(record['status']) !== 'published';
  const [category] = readStrings(record['categories']);
  return [
    {
      article: {
        key: `helpscout:article:${id}`,
        id,
        names: [id, readString(record['number'])],
        collection: keyOf('helpscout:category', category) ?? parent,
        order: readOrder(record['order']),
        isDraft,
        tags: readStrings(record['keywords']),
        texts: [
          {
            language: undefined,
            title: readString(record['name']),
            description: '',
            html: readString(record['text']),
            addresses: address === '' ? [] : [address],
            isDraft,
          },
        ],
      },
    },
  ];
};
