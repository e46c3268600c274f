import { ArchiveError } from '@parley/archives';
import { packZip } from '@parley/testing';
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { openFiles, type OpenedFiles } from './open-files';

const open = (bytes: Buffer): Promise<OpenedFiles> =>
  openFiles(
    {
      size: bytes.length,
      open: (start, end) => Promise.resolve(Readable.from([bytes.subarray(start, end)])),
    },
    { name: 'help.zip', languages: ['de'] },
  );

const part = fc.oneof(
  fc.constantFrom('..', '.', '', '/', '\\', 'C:', 'a', '__MACOSX', 'ä', 'a\u0308', '\0', '.git', 'x.md'),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const names = fc.array(
  fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/')),
  { minLength: 1, maxLength: 6 },
);

it('has paths inside the archive only, each once, whatever the names are', async () => {
  await fc.assert(
    fc.asyncProperty(names, async (all) => {
      try {
        const { files, refused } = await open(packZip(all.map((name) => ({ name, content: 'x' }))));
        const paths = files.map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
        expect(paths.length + refused.length).toBeLessThanOrEqual(all.length);
        for (const path of paths) {
          expect(path).toBe(path.normalize('NFC'));
          expect(path).not.toMatch(/^$|^\/|\0|\\|(?:^|\/)\.\.?(?:\/|$)/);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(ArchiveError);
      }
    }),
    { numRuns: 300 },
  );
});

it('refuses bytes that are no archive, and broken archives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.nat(200), async (noise, at) => {
      const zip = packZip([{ name: 'a/x.md', content: 'text '.repeat(50) }]);
      for (const bytes of [Buffer.from(noise), Buffer.concat([zip.subarray(0, at), noise, zip.subarray(at)])])
        await open(bytes).then(
          ({ files }) =>
            Promise.all(
              files.map(({ read }) =>
                read().catch((error: unknown) => expect(error).toBeInstanceOf(ArchiveError)),
              ),
            ),
          (error: unknown) => expect(error).toBeInstanceOf(ArchiveError),
        );
    }),
  );
});
