import { normalizeRichText, richTextFromHtml, richTextFromMarkdown, toHtml, toMarkdown, toPlainText } from './index';
it('bench', () => {
  const small = richTextFromMarkdown('Hello **there**,\n\nplease see [the docs](https://a.b/c) and:\n\n- one\n- two\n\nThanks\n');
  const big = { type: 'doc' as const, content: Array.from({ length: 300 }, () => small.content).flat() };
  console.log('big bytes', JSON.stringify(big).length);
  const time = (name: string, n: number, f: () => unknown) => { for (let i=0;i<n/10;i++) f(); const t=process.hrtime.bigint(); for (let i=0;i<n;i++) f(); console.log(name, Number(process.hrtime.bigint()-t)/n/1000, 'us'); };
  time('normalize small', 20000, () => normalizeRichText(small, 'c'));
  time('stringify small', 20000, () => JSON.stringify(small));
  time('normalize big', 100, () => normalizeRichText(big, 'c'));
  time('stringify big', 100, () => JSON.stringify(big));
  time('html small', 5000, () => toHtml(small));
  time('md small', 5000, () => toMarkdown(small));
  time('plain small', 5000, () => toPlainText(small));
  const h = toHtml(small), m = toMarkdown(small);
  time('fromhtml small', 5000, () => richTextFromHtml(h));
  time('frommd small', 5000, () => richTextFromMarkdown(m));
  time('md big', 10, () => toMarkdown(big));
  time('html big', 10, () => toHtml(big));
  for (const part of ['*a ', '[', '![', '> ', '`', '<', '- ', '|', '\\', '[a](', '~~a ', '_a', '**a_', '[a](<', '\n- ', '&#', '"', '![a](b "', '\n>', ' 1. a\n', '[a]: b\n', '|a|\n|-|\n', '*_~~`['])
    { const t = Date.now(); let r=''; try { r=String(JSON.stringify(richTextFromMarkdown(part.repeat(204_800 / part.length))).length); } catch (e) { r=(e as Error).message.slice(0,60); } const d = Date.now()-t; if (d>150) console.log('md', JSON.stringify(part), d, 'ms', r); }
  for (const part of ['</b>', '<p>', '<br>', '&amp;', '<a', '<!--', '<li>', '<td>', ' ', '\n', '<b></b>', '<i><b></i></b>', 'a<br>', '<div style="text-align', '<ul></ul>', '<a href="', '</p>', '<tr>','<a href=https://a.b>x','<p>x</p>', '&'])
    { const t = Date.now(); let r=''; try { r=String(JSON.stringify(richTextFromHtml(part.repeat(2_097_152 / part.length))).length); } catch (e) { r=(e as Error).message.slice(0,60); } const d = Date.now()-t; if (d>150) console.log('html', JSON.stringify(part), d, 'ms', r); }
  for (const [n,d] of Object.entries({ breaks: { type:'doc' as const, content:[{type:'paragraph', content: Array.from({length:8000},()=>({type:'hardBreak'}))}] }, lists: {type:'doc' as const, content: Array.from({length:2000},()=>({type:'bulletList',content:[{type:'listItem',content:[{type:'paragraph'}]}]}))}, text: {type:'doc' as const, content:[{type:'paragraph', content:[{type:'text',text:'\n'.repeat(100000)}]}]}, marks: {type:'doc' as const, content:[{type:'paragraph', content:Array.from({length:3000},(_,i)=>({type:'text',text:'a',marks:i%2?[{type:'bold'}]:[]}))}]}}))
    { let t = Date.now(); toMarkdown(d); const a=Date.now()-t; t=Date.now(); toHtml(d); console.log(n, a, Date.now()-t); }
}, 600000);
