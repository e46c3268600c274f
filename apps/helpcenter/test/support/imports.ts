import { toMarkdown } from '@parley/rich-text';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import { fileKey, fileUrl } from '@parley/files';
import type { ArticleImport } from '@parley/proto/generated/parley/helpcenter/v1/imports_service';
import { packZip, type ZipMember } from '@parley/testing';
import type { StartImportRequest } from '@parley/proto/generated/parley/helpcenter/v1/imports_service';
import type { TestHelpcenter, TestProject } from './helpcenter';

export const PUBLIC_URL = 'http://127.0.0.1:3000';

/** Files of an archive by their paths. */
export type Folder = Readonly<Record<string, string | Buffer>>;

export const toMembers = (folder: Folder): ZipMember[] =>
  Object.entries(folder).map(([name, content]) => ({ name, content }));

/** Stores a file as `POST /uploads` does. Answers its address. */
export const upload = async (
  { files }: Pick<TestHelpcenter, 'files'>,
  project: Pick<TestProject, 'id'>,
  bytes: Buffer,
  name = 'help.zip',
): Promise<string> => {
  const key = fileKey(project.id, name);
  await files.put(
    key,
    (async function* () {
      yield bytes;
    })(),
    { contentType: 'application/zip' },
  );
  return fileUrl(PUBLIC_URL, key);
};

/** Imports a folder and waits for the report. */
export const importFolder = async (
  service: TestHelpcenter,
  project: TestProject,
  folder: Folder | Buffer,
  options: Partial<StartImportRequest> = {},
): Promise<ArticleImport> => {
  const bytes = Buffer.isBuffer(folder) ? folder : packZip(toMembers(folder));
  const url = await upload(service, project, bytes);
  const { job } = await service.imports.startImport(
    { fileUrl: url, wait: true, ...options },
    project.as('user'),
  );
  if (!job) throw new Error('The answer lacks the import');
  return job;
};

/** Texts by language as the wire has them. */
export const textIn = (value: unknown, language = 'de'): string =>
  (value as Record<string, string> | undefined)?.[language] ?? '';

export const contentIn = (article: Article, language = 'de'): string =>
  toMarkdown((article.content as Record<string, never>)[language] as never);

/** The tree of collections with the titles of their articles, in order. */
export const readTree = async (project: TestProject, parent?: string): Promise<unknown[]> => {
  const tree: unknown[] = [];
  for (const { id, title } of await project.collections(parent)) {
    const articles = (await project.articles(id)).map((article) => textIn(article.title));
    tree.push([textIn(title), articles, ...(await readTree(project, id))]);
  }
  return tree;
};

export const allArticles = async (project: TestProject, parent?: string): Promise<Article[]> => {
  const found: Article[] = [];
  for (const { id } of await project.collections(parent))
    found.push(...(await project.articles(id)), ...(await allArticles(project, id)));
  return found;
};

export const findArticle = async (project: TestProject, title: string, language = 'de'): Promise<Article> => {
  const found = (await allArticles(project)).find((article) => textIn(article.title, language) === title);
  if (!found) throw new Error(`There is no article ${title}`);
  return found;
};
