import { invalid } from '@parley/errors';
import type { AttributeValue, IndexDefinition, SearchDocument } from '../definition';
import { maxDocumentCharacters } from '../limits';

/** A document as the adapters store it. */
export interface StoredDocument {
  projectId: string;
  id: string;
  text: Record<string, string>;
  attributes: Record<string, AttributeValue>;
}

const projectPattern = /^[A-Za-z0-9-]{1,100}$/;
const idPattern = /^[A-Za-z0-9_-]{1,200}$/;

/** Refuses a project id that could leave its tenant. @throws DomainError `invalid` */
export const checkProjectId = (projectId: string): void => {
  if (!projectPattern.test(projectId)) {
    throw invalid({ field: 'projectId', message: 'must be 1 to 100 letters, digits and hyphens' });
  }
};

const checkId = (id: string): void => {
  if (!idPattern.test(id)) {
    throw invalid({ field: 'id', message: 'must be 1 to 200 letters, digits, hyphens and underscores' });
  }
};

/** Refuses malformed keys. @throws DomainError `invalid` */
export const checkKeys = (projectId: string, ids: readonly string[]): void => {
  checkProjectId(projectId);
  ids.forEach(checkId);
};

/** No engine stores a NUL character or half a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', ' ').toWellFormed();

/**
 * Picks the declared fields of a document and cuts its text to the indexed part, the weightiest field first.
 *
 * @throws DomainError `invalid` when a key is malformed
 */
export const toStored = (definition: IndexDefinition, document: SearchDocument): StoredDocument => {
  checkProjectId(document.projectId);
  checkId(document.id);
  let left = maxDocumentCharacters;
  const text: Record<string, string> = {};
  for (const field of definition.searchable) {
    const value = document[field];
    if (value === undefined) continue;
    const cut = storable((Array.isArray(value) ? value.join('\n') : String(value)).slice(0, left));
    left -= cut.length;
    text[field] = cut;
  }
  const attributes: Record<string, AttributeValue> = {};
  for (const field of definition.filterable) {
    const value = document[field];
    if (value === undefined) continue;
    attributes[field] = Array.isArray(value)
      ? value.map(storable)
      : typeof value === 'string'
        ? storable(value)
        : value;
  }
  return { projectId: document.projectId, id: document.id, text, attributes };
};

/** The last document of each key: a batch may name one twice. */
export const lastOfEach = (documents: readonly StoredDocument[]): StoredDocument[] => [
  ...new Map(documents.map((document) => [`${document.projectId} ${document.id}`, document])).values(),
];
