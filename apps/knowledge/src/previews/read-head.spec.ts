import { readHead } from './read-head';

const none = { title: '', description: '', site: '' };

describe('the head of a page', () => {
  it.each([
    [
      '<title>Plans &amp; prices</title><meta name="description" content="What it costs.">',
      'Plans & prices',
      'What it costs.',
      '',
    ],
    [
      '<meta property="og:title" content="Shared"><title>Tab</title><meta property="og:description" content="D"><meta name="description" content="E"><meta property="og:site_name" content="Shop">',
      'Shared',
      'D',
      'Shop',
    ],
    ['<html lang="de"><head><title>\n Über\n  uns </title>', 'Über uns', '', ''],
    ['<meta property="og:title" content=""><title>Tab</title>', 'Tab', '', ''],
    [
      '<meta property="og:title" content="First"><meta property="og:title" content="Second">',
      'First',
      '',
      '',
    ],
  ])('of %s', (html, title, description, site) => {
    expect(readHead(html)).toEqual({ title, description, site });
  });

  it('ends where the page shows something', () => {
    expect(readHead('<p>Text</p><title>Late</title><meta property="og:title" content="Late">')).toEqual(none);
    expect(readHead('<svg><title>Drawing</title></svg>')).toEqual(none);
    expect(readHead('')).toEqual(none);
  });

  it('has at most 200, 300 and 100 characters', () => {
    const long = 'word '.repeat(10_000);
    const { title, description, site } = readHead(
      `<title>${long}</title><meta name="description" content="${long}"><meta property="og:site_name" content="${'x'.repeat(101)}">`,
    );
    expect([title.length, description.length, site.length]).toEqual([200, 300, 100]);
    expect(title.endsWith('word…')).toBe(true);
  });

  it('costs no more than its size: after 500 elements it is over', () => {
    expect(readHead(`${'<head>'.repeat(499)}<title>T</title>`).title).toBe('T');
    expect(readHead(`${'<head>'.repeat(500)}<title>T</title>`)).toEqual(none);
    expect(readHead(`${'<template>'.repeat(400_000)}<title>T</title>`)).toEqual(none);
  });
});
