/** The style of the pages: by the reader's colours, down to the width of a phone. */
export const STYLE = `:root{color-scheme:light dark;--paper:#fff;--ink:#1c2128;--quiet:#57606a;--line:#d0d7de;--soft:#f3f5f8;--link:#0b57d0;--get:#0b5d1e;--post:#0b4fa8;--put:#7a4a00;--delete:#a40e26}
@media (prefers-color-scheme:dark){:root{--paper:#14171c;--ink:#e6e9ee;--quiet:#a2abb6;--line:#3b424c;--soft:#1e232b;--link:#8ab4ff;--get:#6fdd8b;--post:#8ab4ff;--put:#f0b866;--delete:#ff8f9b}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-999rem;background:var(--paper);padding:.5rem 1rem;z-index:2}
.skip:focus{left:.5rem;top:.5rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:.75rem 1.25rem;border-bottom:1px solid var(--line)}
.brand{font-weight:700;color:inherit;text-decoration:none;margin-right:auto}
.search{display:flex;gap:.5rem;flex:1 1 16rem;max-width:32rem}
.search label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.search input{flex:1;min-width:0}
input,textarea,button{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--quiet);border-radius:.4rem;padding:.4rem .6rem;max-width:100%}
textarea{width:100%;font-family:ui-monospace,monospace;font-size:.9rem}
button{cursor:pointer;color:var(--link);font-weight:600}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.9em}
pre{background:var(--soft);padding:.75rem 1rem;border-radius:.5rem;overflow:auto;max-height:32rem}
.columns{display:grid;grid-template-columns:15rem minmax(0,1fr);max-width:80rem;margin:0 auto}
nav{border-right:1px solid var(--line);padding:1rem 1.25rem;font-size:.95rem}
.groups{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto}
nav ul,.operations,.fields,.cards{list-style:none;margin:0;padding:0}
nav li a{display:flex;justify-content:space-between;padding:.1rem 0;text-decoration:none}
nav [aria-current]{font-weight:700}
.count,.what,.type{color:var(--quiet)}
main{padding:1rem 1.5rem 4rem;min-width:0}
h1{font-size:1.8rem;line-height:1.25;margin:.5rem 0}
h2{font-size:1.3rem;line-height:1.35;margin:0 0 .25rem}
h3{font-size:1.05rem;margin:1.25rem 0 .25rem}
h2 a{color:inherit;text-decoration:none}
h2 a:hover{text-decoration:underline}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(16rem,100%),1fr));gap:1rem;margin-top:1.5rem}
.cards li{border:1px solid var(--line);border-radius:.6rem;padding:.9rem 1rem}
.cards h2{font-size:1.1rem}
.cards p{margin:.25rem 0 0}
.operations li{padding:.4rem 0;border-top:1px solid var(--line)}
.operations p{margin:0}
.operation,.object{border-top:2px solid var(--line);margin-top:2rem;padding-top:1.25rem;scroll-margin-top:.5rem}
.call{margin:.25rem 0}
.method{display:inline-block;min-width:4rem;font:700 .85rem ui-monospace,monospace}
.get{color:var(--get)}.post{color:var(--post)}.put,.patch{color:var(--put)}.delete{color:var(--delete)}
.fields>li{border-top:1px solid var(--line);padding:.35rem 0}
.fields p{margin:0}
.fields .fields{margin-left:1rem}
.name{font-weight:600}
.required{color:var(--delete);font-size:.85rem}
summary{cursor:pointer;color:var(--link);padding:.15rem 0}
.try,.caller{border:1px solid var(--line);border-radius:.6rem;padding:.5rem 1rem;margin-top:1rem}
.try summary,.caller summary{font-weight:600}
.try label,.caller label{display:block;margin:.5rem 0;font-size:.95rem}
.try input,.caller input{display:block;width:100%;max-width:32rem}
@media (max-width:48rem){.columns{grid-template-columns:minmax(0,1fr)}nav{border-right:0;border-bottom:1px solid var(--line)}.groups{position:static;max-height:none}main{padding:1rem 1.25rem 3rem}}
`;
