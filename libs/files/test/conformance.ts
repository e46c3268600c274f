import { buffer } from 'node:stream/consumers';
import { fileId, fileKey, type FileStore } from '../src';

export const PROJECT = '66f2a1b0c3d4e5f601234567';

export async function* content(...parts: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

export async function* breaking(...parts: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  yield* content(...parts);
  throw new Error('the sender went away');
}

const text = { contentType: 'text/plain' };
const MEGABYTE = 1024 * 1024;

/** What every store promises; `left` lists what a store keeps that belongs to the project. */
export const storeConformance = (
  open: () => Promise<{ store: FileStore; left(): Promise<string[]> }>,
): void => {
  let store: FileStore;
  let left: () => Promise<string[]>;
  beforeAll(async () => ({ store, left } = await open()));
  afterAll(() => store.close());

  const read = async (key: string, range?: { start: number; end: number }): Promise<string | undefined> => {
    const file = await store.get(key, range);
    return file && (await buffer(file.stream)).toString();
  };

  it('keeps what was put, names of any script included', async () => {
    for (const name of ['notes.txt', 'Übersicht-日本.txt']) {
      const key = fileKey(PROJECT, name);
      expect(await store.put(key, content('hello ', 'world'), text)).toEqual({ size: 11 });
      expect(await store.find(key)).toEqual({ size: 11 });
      expect(await read(key)).toBe('hello world');
    }
  });

  it('keeps an empty file', async () => {
    const key = fileKey(PROJECT, 'empty.txt');
    expect(await store.put(key, content(), text)).toEqual({ size: 0 });
    expect(await read(key)).toBe('');
  });

  it('keeps a file of many parts', async () => {
    const key = fileKey(PROJECT, 'large.bin');
    const part = Buffer.alloc(MEGABYTE, 7);
    expect(await store.put(key, content(...Array<Buffer>(17).fill(part)), text)).toEqual({
      size: 17 * MEGABYTE,
    });
    expect(await store.find(key)).toEqual({ size: 17 * MEGABYTE });
  });

  it('answers a part of a file with the size of the whole', async () => {
    const key = fileKey(PROJECT, 'digits.txt');
    await store.put(key, content('0123456789'), text);
    expect(await read(key, { start: 0, end: 1 })).toBe('01');
    expect(await read(key, { start: 3, end: 5 })).toBe('345');
    const file = await store.get(key, { start: 8, end: 9 });
    expect(file?.size).toBe(10);
    file?.stream.destroy();
  });

  it('knows nothing of what was never put or was deleted', async () => {
    const key = fileKey(PROJECT, 'gone.txt');
    expect(await store.find(key)).toBeUndefined();
    expect(await store.get(key)).toBeUndefined();
    await store.delete(key);
    await store.put(key, content('x'), text);
    await store.delete(key);
    expect(await store.find(key)).toBeUndefined();
    expect(await store.get(key)).toBeUndefined();
    expect((await left()).filter((path) => path.includes('gone'))).toEqual([]);
  });

  it('deletes a file by its project and id alone, and no other', async () => {
    const [one, other] = [fileKey(PROJECT, 'one of Übersicht.txt'), fileKey(PROJECT, 'other.txt')];
    for (const key of [one, other]) await store.put(key, content('x'), text);
    for (const nothing of [PROJECT, `${PROJECT}/`, `${PROJECT}/..`, '..', '', fileId(one).slice(0, -1)])
      await store.delete(nothing);
    expect(await store.find(one)).toEqual({ size: 1 });
    await store.delete(fileId(one));
    expect(await store.find(one)).toBeUndefined();
    expect(await store.find(other)).toEqual({ size: 1 });
  });

  it('lists its files, and since when each is there', async () => {
    const key = fileKey(PROJECT, 'one of Übersicht.txt');
    const before = Date.now();
    await store.put(key, content('x'), text);
    const listed: { key: string; storedAt: Date }[] = [];
    for await (const file of store.list()) listed.push(file);
    const found = listed.filter((file) => file.key === key);
    expect(found).toHaveLength(1);
    // A server of S3 tells whole seconds.
    expect(Math.abs(Number(found[0]?.storedAt) - before)).toBeLessThan(60_000);
    await store.delete(key);
  });

  it.each([
    ['small', Buffer.from('some bytes')],
    ['of several parts', Buffer.alloc(9 * MEGABYTE)],
  ])('leaves nothing of a put that breaks off, %s', async (_, sent) => {
    const before = await left();
    const key = fileKey(PROJECT, 'broken.bin');
    await expect(store.put(key, breaking(sent, sent), text)).rejects.toThrow('the sender went away');
    expect(await store.find(key)).toBeUndefined();
    expect(await left()).toEqual(before);
  });

  it.each([
    '../../etc/passwd',
    `${PROJECT}/../secret/file`,
    `${PROJECT}/${'a'.repeat(32)}/..`,
    `${PROJECT}/${'a'.repeat(32)}/.hidden`,
    `${PROJECT}/${'a'.repeat(32)}/a/b`,
    `${PROJECT}/${'a'.repeat(32)}/a\0b`,
    `${PROJECT}/${'a'.repeat(32)}`,
    PROJECT,
    '',
  ])('takes %j for no key', async (key) => {
    await expect(store.put(key, content('x'), text)).rejects.toThrow(RangeError);
    expect(await store.find(key)).toBeUndefined();
    expect(await store.get(key)).toBeUndefined();
    await store.delete(key);
  });

  it('says that it works', async () => {
    await store.check();
  });
};
