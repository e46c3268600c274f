import { normalizeRichText } from './normalize';
it('probe', () => {
  for (const x of ['a\n\nb\nc', {type:'text',text:'x'}, {type:'doc'}, {type:'doc',content:[{type:'text',text:'a'},{type:'hardBreak'},{type:'image',attrs:{src:'https://x/y'}},{type:'listItem'},{type:'tableCell'},{type:'bulletList',content:[{type:'heading'},{type:'tableRow'}]}]}])
    console.log(JSON.stringify(normalizeRichText(x,'comment')));
});
