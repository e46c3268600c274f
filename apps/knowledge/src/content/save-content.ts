import { newId, type Sql } from '@parley/persistence';
import { inThread, estimateSize } from '@parley/threads';
import { type Section, saveDocument } from '../documents';
import { sectionsWork } from '../texts';
import { CONTENT_OWNER, type ContentFields, type ContentRow } from './content';
import { findContent, saveContentRow } from './content.store';

/** Where an entry comes from. */
export interface ContentOrigin {
  projectId: string;
  organisationId: string;
  origin: 'api' | 'faq_suggestion' | 'youtube';
  ticketId?: string;
  now: Date;
}

/** The sections of an entry; those of a long one are cut in a thread. */
export const cutSections = ({ content, format }: ContentFields): Promise<Section[]> =>
  inThread(sectionsWork, estimateSize(content), content, format);

/** Writes an entry with its sections, and the document that is found of it. The caller holds its key. */
export const saveContent = async (
  tx: Sql,
  fields: ContentFields,
  sections: Section[],
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
          sections,
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
