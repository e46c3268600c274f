import { fileKey, fileUrl, isFileKey, keyOfFileUrl, nameOfKey, safeFileName } from './file-key';

const PROJECT = '66f2a1b0c3d4e5f601234567';

describe('safe file names', () => {
  it.each([
    ['photo.png', 'photo.png'],
    ['My holiday photo.PNG', 'My-holiday-photo.PNG'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\report.pdf', 'report.pdf'],
    ['.htaccess', 'htaccess'],
    ['..', 'file'],
    ['', 'file'],
    ['a\0b\r\nSet-Cookie: x.txt', 'a-b-Set-Cookie-x.txt'],
    ['"quoted"; <b>.html', 'quoted-b-.html'],
    ['Übersicht 日本.txt', 'Übersicht-日本.txt'],
    ['right\u202Etxt.exe', 'right-txt.exe'],
    ['a..b...c', 'a.b.c'],
    ['e\u0301.txt', 'é.txt'],
  ])('%j becomes %j', (given, safe) => {
    expect(safeFileName(given)).toBe(safe);
    expect(safeFileName(safe)).toBe(safe);
  });

  it('has at most 200 bytes and keeps the extension', () => {
    expect(safeFileName(`${'a'.repeat(300)}.jpeg`)).toBe(`${'a'.repeat(195)}.jpeg`);
    const wide = safeFileName(`${'日'.repeat(300)}.jpeg`);
    expect(Buffer.byteLength(wide)).toBeLessThanOrEqual(200);
    expect(wide.endsWith('日.jpeg')).toBe(true);
  });
});

describe('keys', () => {
  it('lie in the project, cannot be guessed, and end in the safe name', () => {
    const key = fileKey(PROJECT, 'a b.txt');
    expect(key).toMatch(new RegExp(`^${PROJECT}/[\\w-]{32}/a-b\\.txt$`));
    expect(fileKey(PROJECT, 'a b.txt')).not.toBe(key);
    expect(isFileKey(key)).toBe(true);
    expect(nameOfKey(key)).toBe('a-b.txt');
  });

  it('become a URL and are found in it again', () => {
    const key = fileKey(PROJECT, 'Übersicht.txt');
    const url = fileUrl('https://support.example.com/', key);
    expect(url).toMatch(
      new RegExp(`^https://support\\.example\\.com/files/${PROJECT}/[\\w-]{32}/%C3%9Cbersicht\\.txt$`),
    );
    expect(keyOfFileUrl('https://support.example.com', url)).toBe(key);
    expect(keyOfFileUrl('https://other.example.com', url)).toBeUndefined();
    expect(keyOfFileUrl('https://support.example.com', `${url}/..`)).toBeUndefined();
    expect(
      keyOfFileUrl('https://support.example.com', 'https://support.example.com/files/%'),
    ).toBeUndefined();
  });
});
