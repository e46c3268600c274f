import { honestName, looksLikeSvg, typeOfName } from './file-kind';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64');
const ZIP = Buffer.from('PK\x03\x04\x0a\x00\x00\x00\x00\x00', 'latin1');
const NOISE = Buffer.from([0x01, 0x02, 0x00, 0xff, 0xfe, 0x03]);
const UTF16 = Buffer.from('\uFEFFhello', 'utf16le');

describe('the name that a file gets', () => {
  it.each<[string, Buffer | string, string]>([
    ['a.png', PNG, 'a.png'],
    ['a.PNG', PNG, 'a.PNG'],
    ['a', PNG, 'a.png'],
    ['', PNG, 'file.png'],
    ['a.html', PNG, 'a.html.png'],
    ['a.jpg', Buffer.from('/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////', 'base64'), 'a.jpg'],
    ['a.jpeg', Buffer.from('/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////', 'base64'), 'a.jpeg'],
    ['a.zip', ZIP, 'a.zip'],
    ['a.docx', ZIP, 'a.docx'],
    ['a.pages', ZIP, 'a.pages'],
    ['a.html', ZIP, 'a.html.zip'],
    ['a.png', ZIP, 'a.png.zip'],
    ['a', ZIP, 'a.zip'],
    ['a.txt', 'text', 'a.txt'],
    ['a.md', 'text', 'a.md'],
    ['a.html', '<p>', 'a.html'],
    ['a.json', '{}', 'a.json'],
    ['a.foo', 'text', 'a.foo'],
    ['a', 'text', 'a.txt'],
    ['a.png', 'text', 'a.png.txt'],
    ['a.png', '<svg/>', 'a.png.svg'],
    ['a.svg', '<svg/>', 'a.svg'],
    ['a.svg', '<p>', 'a.svg.txt'],
    ['a.svgz', 'text', 'a.svgz.txt'],
    ['a.svg', Buffer.from('\uFEFF<svg/>', 'utf16le'), 'a.svg.txt'],
    ['a.txt', UTF16, 'a.txt'],
    ['a.txt', Buffer.from('ä').subarray(0, 1), 'a.txt'],
    ['a.txt', 'BMW prices', 'a.txt'],
    ['a.txt', NOISE, 'a.txt.bin'],
    ['a.png', NOISE, 'a.png.bin'],
    ['a.dat', NOISE, 'a.dat'],
    ['a', NOISE, 'a.bin'],
  ])('%j', async (name, content, expected) => {
    expect(await honestName(Buffer.from(content), name)).toBe(expected);
  });
});

describe('SVG', () => {
  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<svg>',
    '<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [<!ENTITY a "b">]>\n<svg>',
  ])('is %j', (text) => expect(looksLikeSvg(Buffer.from(text))).toBe(true));

  it.each(['<html><svg></html>', 'svg', '<svgx>', '<!-- <svg> -->', '', '\0<svg>'])('is not %j', (text) =>
    expect(looksLikeSvg(Buffer.from(text))).toBe(false),
  );
});

it('tells the type by the name alone', () => {
  expect(['a.svg', 'a.JPG', 'a.foo', 'a', 'png'].map(typeOfName)).toEqual([
    'image/svg+xml',
    'image/jpeg',
    'application/octet-stream',
    'application/octet-stream',
    'application/octet-stream',
  ]);
});
