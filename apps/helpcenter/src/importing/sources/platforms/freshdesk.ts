import {
  type ExportPart,
  isFields,
  type PlatformReader,
  readRecords,
  readString,
  readStrings,
} from './export';

const PUBLISHED = 2;

/** Freshdesk Solutions: articles, which name their category and folders. */
export const readFreshdesk: PlatformReader = (record) => {
  if (!('folder_id' in record && 'title' in record && 'description' in record)) return undefined;
  const id = readString(record['id']);
  const parts: ExportPart[] = [];
  let parent: string | undefined;
  for (const level of readRecords(record['hierarchy'])) {
    const data = isFields(level['data']) ? level['data'] : {};
    const key: string = `freshdesk:${readString(level['type'])}:${readString(data['id'])}`;
    const language = readString(data['language']) || undefined;
    const texts = [{ language, title: readString(data['name']), description: '' }];
    parts.push({ collection: { key, parent, order: undefined, texts } });
    parent = key;
  }
  const seo = isFields(record['seo_data']) ? record['seo_data'] : {};
  const isDraft = record['status'] !== PUBLISHED;
  return [
    ...parts,
    {
      article: {
        key: `freshdesk:article:${id}`,
        id,
        names: [id],
        collection: parent,
        order: undefined,
        isDraft,
        tags: readStrings(record['tags']),
        texts: [
          {
            language: readString(record['language']) || undefined,
            title: readString(record['title']),
            description: readString(seo['meta_description']),
            html: readString(record['description']),
            addresses: [`/support/solutions/articles/${id}`],
            isDraft,
          },
        ],
      },
    },
  ];
};
