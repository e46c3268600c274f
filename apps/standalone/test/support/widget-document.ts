import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(__dirname, '../../../..');
const page = readFileSync(resolve(root, 'docs/widget.md'), 'utf8');

/** Address of a platform, as the examples have it. */
const EXAMPLE = 'https://support.example.com';

/** The code block of docs/widget.md that has these words; it is an error if not exactly one does. */
export const codeWith = (words: string): string => {
  const blocks = [...page.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const [found, ...others] = blocks.filter((code) => code.includes(words));
  if (found === undefined || others.length > 0)
    throw new Error(
      `docs/widget.md has ${found === undefined ? 'no' : 'more than one'} block with “${words}”`,
    );
  return found;
};

/** The line that keeps a page's calls until the widget is there, for a file of the page. */
export const keepingLine = (): string =>
  codeWith('parley.q')
    .replace(/<\/?script>/g, '')
    .trim();

/** The cells of the rows whose first cell has these words, as they are written, of all tables of docs/widget.md. */
export const rowsWith = (words: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .filter(([first = '']) => first.includes(words));

/** What stands in a cell as code, piece by piece. */
export const codeIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** An example with a platform that exists, and whatever else it leaves to whoever copies it. */
export const filledIn = (example: string, origin: string, values: Record<string, string> = {}): string =>
  Object.entries({
    [EXAMPLE]: origin,
    ...values,
  }).reduce((text, [from, to]) => text.replaceAll(from, to), example);

/** What the compiler says, at its strictest, of each of some scripts of a page that has the types of the widget's calls. */
export const complaintsAbout = (...scripts: readonly string[]): string[][] => {
  const nameFile = (index: number): string => resolve(root, `apps/widget/page-${index}.ts`);
  const texts = new Map(scripts.map((text, index) => [nameFile(index), text]));
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipDefaultLibCheck: true,
    noEmit: true,
    types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    target: ts.ScriptTarget.ES2022,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...more) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, ...more)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
  };
  const types = resolve(root, 'apps/widget/index.d.ts');
  const program = ts.createProgram([...texts.keys(), types], options, host);
  const complaints = ts.getPreEmitDiagnostics(program);
  return scripts.map((_text, index) =>
    complaints
      // What is wrong with the types themselves is wrong with every script.
      .filter(({ file }) => file === undefined || [nameFile(index), types].includes(file.fileName))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
};

/** A folder that nothing but these files is in, and a web server of static files that shows it. */
export interface Folder {
  origin: string;
  stop(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** @param headers Of every answer. */
export const serveFolder = async (
  files: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Folder> => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-shop-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const server = createServer(({ url = '' }, response) => {
    const file = join(folder, new URL(url, 'http://shop').pathname);
    // Browsers ask for an icon that nobody named.
    if (!existsSync(file)) return void response.writeHead(url === '/favicon.ico' ? 204 : 404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain', ...headers });
    response.end(readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
