import { newId, type Sql } from '@parley/persistence';
import { saveDocument } from '../documents/document.store';
import { sectionsOf } from '../texts/sections';
import { CONTENT_OWNER, type ContentFields, type ContentRow } from './content';
import { findContent, saveContentRow } from './content.store';

/** Where an entry comes from. */
export interface ContentOrigin {
  projectId: string;
  organisationId: string;
  origin: 'api' | 'faq_suggestion';
  ticketId?: string;
  now: Date;
}

/** Writes an entry and the document that is found of it. The caller holds its key. */
export const saveContent = async (
  tx: Sql,
  fields: ContentFields,
  { projectId, organisationId, origin, ticketId, now }: ContentOrigin,
  id = newId(now.getTime()),
): Promise<ContentRow> => {
  await saveContentRow(tx, {
    ...fields,
    projectId,
    id,
    organisationId,
    origin,
    ticketId: ticketId ?? null,
    createdAt: now,
    updatedAt: now,
  });
  const { contentId, type, title, lang, readMoreUrl, tags, isInternal } = fields;
  await saveDocument(
    tx,
    {
      projectId,
      organisationId,
      owner: CONTENT_OWNER,
      key: contentId,
      sourceType: type,
      sourceId: contentId,
      texts: [
        {
          ...(lang !== null && { lang }),
          title,
          ...(readMoreUrl !== null && { url: readMoreUrl }),
          sections: sectionsOf(fields.content, fields.format),
        },
      ],
      tags,
      isInternal,
    },
    now,
  );
  const row = await findContent(tx, projectId, contentId);
  if (!row) throw new Error('The entry was not saved');
  return row;
};
