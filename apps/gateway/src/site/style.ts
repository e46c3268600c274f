import type { Look } from './look';
import { themeProperties } from './theme';

const RULES = `*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.65 var(--font);overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.15em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.wrap{max-width:60rem;margin:0 auto;padding:0 1.25rem}
.skip{position:absolute;inset-inline-start:-999rem;background:var(--paper);color:var(--link);padding:.5rem 1rem;z-index:2}
.skip:focus{inset-inline-start:.5rem;top:.5rem}
.top{background:var(--accent);color:var(--on-accent)}
.top .wrap{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding-block:.9rem}
.top a{color:inherit}
.top :focus-visible{outline-color:var(--on-accent)}
.brand{display:flex;gap:.6rem;align-items:center;font-weight:700;font-size:1.15rem;text-decoration:none;margin-inline-end:auto}
.brand img{height:2rem;width:auto;display:block}
.links,.languages{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:0;padding:0;font-size:.95rem}
.languages [aria-current]{font-weight:700;text-decoration:none}
.hero{background:var(--accent);color:var(--on-accent);padding:2.5rem 0 3.5rem;text-align:center}
.hero h1{margin:0 0 .5rem;font-size:clamp(1.7rem,5vw,2.5rem);line-height:1.2}
.hero p{margin:0 0 1.5rem}
.hero :focus-visible{outline-color:var(--on-accent)}
.search{display:flex;gap:.5rem;max-width:38rem;margin:0 auto;position:relative;text-align:start}
.top .search{flex:1 1 14rem;min-width:0;max-width:24rem;margin:0}
.top .search :is(input,button){padding-block:.35rem}
.search ul{position:absolute;z-index:1;inset-inline:0;top:calc(100% + .3rem);margin:0;padding:.3rem;list-style:none;background:var(--paper);color:var(--ink);border:1px solid var(--line);border-radius:var(--radius);box-shadow:0 .5rem 1.5rem #0003}
.search li{padding:.45rem .7rem;border-radius:.4rem;cursor:pointer}
.search :is([aria-selected=true],li:hover){background:var(--quiet);color:var(--link)}
main>.wrap>.search{margin:1.5rem 0}
.search label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.search input{flex:1;min-width:0;font:inherit;padding:.7rem 1rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--paper);color:var(--ink)}
::placeholder{color:var(--muted);opacity:1}
.search button,.vote button,.sign-in button{font:inherit;font-weight:600;padding:.7rem 1.1rem;border:1px solid var(--link);border-radius:var(--radius);background:var(--paper);color:var(--link);cursor:pointer}
.search button:hover,.vote button:hover,.sign-in button:hover{background:var(--quiet)}
main{padding:0 0 3rem}
main>.wrap{padding-top:1.5rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:1rem;list-style:none;margin:1.5rem 0;padding:0}
.card{height:100%;border:1px solid var(--line);border-radius:var(--radius);padding:1.1rem 1.25rem;position:relative}
.card:hover{border-color:var(--link)}
.card h2{font-size:1.1rem;line-height:1.35;margin:0}
.card h2 a{text-decoration:none}
.card h2 a::after{content:"";position:absolute;inset:0}
.card img{width:2rem;height:2rem;object-fit:contain;display:block;margin-bottom:.5rem}
.card p{margin:.35rem 0 0}
.muted{color:var(--muted);font-size:.95rem}
.list{list-style:none;margin:1.25rem 0;padding:0}
.list li{border-top:1px solid var(--line);padding:.9rem 0}
.list li:last-child{border-bottom:1px solid var(--line)}
.list h2{font-size:1.1rem;line-height:1.4;margin:0}
.list p{margin:.2rem 0 0}
.list em{font-style:normal;font-weight:700;color:var(--ink)}
.crumbs ol{display:flex;flex-wrap:wrap;gap:.2rem .5rem;list-style:none;margin:0 0 1rem;padding:0;font-size:.95rem}
.crumbs li+li::before{content:"/";color:var(--muted);margin-inline-end:.5rem}
h1{font-size:clamp(1.55rem,4.5vw,2.1rem);line-height:1.25;margin:0 0 .5rem}
.reading{display:grid;grid-template-columns:minmax(0,44rem)}
.toc{margin:1rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line);font-size:.95rem}
.toc h2,.more h2{font-size:1.1rem;line-height:1.4;margin:0 0 .25rem}
.toc ul{list-style:none;margin:0;padding:0;max-height:15rem;overflow:auto}
.toc li{padding:.15rem 0}
.toc .below{padding-inline-start:1rem}
.toc a,.more a,.beside a{text-decoration:none}
:is(.toc,.more,.beside) a:hover{text-decoration:underline}
@media (min-width:64rem){.reading:has(.toc){grid-template-columns:minmax(0,44rem) minmax(0,1fr);column-gap:2.5rem}.reading>*{grid-column:1}.reading:has(.toc) .article{display:grid;grid-column:1/-1;grid-template-columns:subgrid}.article>*{grid-column:1}.article>.toc{grid-column:2;grid-row:1/span 20;position:sticky;top:1rem;align-self:start;margin:0}.toc ul{max-height:calc(100vh - 5rem)}}
.beside{display:flex;flex-wrap:wrap;gap:1rem;justify-content:space-between;margin-top:1.5rem}
.beside span{display:block}
.next{margin-inline-start:auto;text-align:end}
.more{margin-top:2rem}
.more ul{margin:0;padding-inline-start:1.25rem}
.more li{padding:.2rem 0}
.content h2{font-size:1.4rem;line-height:1.3;margin:2rem 0 .5rem}
.content h3{font-size:1.2rem;margin:1.5rem 0 .5rem}
.content :is(h4,h5,h6){font-size:1.0625rem;margin:1.25rem 0 .5rem}
.content :is(ul,ol){padding-inline-start:1.75rem}
.content li>p{margin:.25rem 0}
.content img{max-width:100%;height:auto;border-radius:var(--radius)}
.content pre{background:var(--quiet);padding:1rem;border-radius:var(--radius);white-space:pre-wrap}
.content code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.content :not(pre)>code{background:var(--quiet);padding:.1em .3em;border-radius:.3em}
.content blockquote{margin:1rem 0;padding-inline-start:1rem;border-inline-start:4px solid var(--line);color:var(--muted)}
.content .wide{overflow-x:auto;margin:1rem 0}
.content table{width:100%;border-collapse:collapse;overflow-wrap:normal}
.content th,.content td{border:1px solid var(--line);padding:.5rem .7rem;min-width:6rem;text-align:start;vertical-align:top}
.content th{background:var(--quiet)}
.content aside{margin:1rem 0;padding:.8rem 1.1rem;background:var(--quiet);border-inline-start:4px solid var(--link);border-radius:var(--radius)}
.content [data-kind=tip]{border-color:#2da44e}
.content [data-kind=warning]{border-color:#d4820c}
.content aside>*{margin:.35rem 0}
.label{font-weight:700}
.content details{margin:1rem 0;border:1px solid var(--line);border-radius:var(--radius);padding:0 1rem}
.content details+details{margin-top:-.5rem}
.content details>div>:first-child{margin-top:0}
.content summary{padding:.7rem 0;font-weight:600;cursor:pointer}
.content figure{margin:1.25rem 0}
.content figcaption{color:var(--muted);font-size:.95rem;margin-top:.35rem}
.video a{display:flex;flex-wrap:wrap;gap:.1rem .75rem;align-items:center;padding:.8rem 1.1rem;border:1px solid var(--line);border-radius:var(--radius);font-weight:600;text-decoration:none}
.video a:hover{border-color:var(--link)}
.video a::before{content:"";border-inline-start:.9rem solid;border-block:.55rem solid transparent}
.video span{color:var(--muted);font-weight:400}
.code{position:relative}
.code button{position:absolute;top:.4rem;inset-inline-end:.4rem;font:inherit;font-size:.85rem;padding:.15rem .6rem;border:1px solid var(--line);border-radius:.4rem;background:var(--paper);color:var(--link);cursor:pointer}
.code pre{padding-top:2.6rem}
.content hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
.box{padding:1.1rem 1.25rem;background:var(--quiet);border-radius:var(--radius)}
.box h2{font-size:1.1rem;line-height:1.4;margin:0}
.answer{margin:1.5rem 0}
.answer p{margin:.5rem 0}
.answer ol{margin:0;padding-inline-start:1.5rem}
.vote{margin-top:2.5rem;display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:center}
.vote p{margin:0}
.vote form{display:flex;gap:.6rem}
.vote button{padding:.4rem 1rem}
.vote .comment{flex-direction:column;align-items:flex-start;flex-basis:100%}
.comment textarea{width:100%;font:inherit;padding:.5rem .75rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--paper);color:var(--ink)}
.sign-in{display:flex;flex-direction:column;align-items:flex-start;gap:.6rem;max-width:26rem}
.sign-in p{margin:0}
.sign-in input{width:100%;font:inherit;padding:.6rem .8rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--paper);color:var(--ink)}
.bottom button{font:inherit;padding:0;border:0;background:none;color:inherit;text-decoration:underline;cursor:pointer}
.contact{margin-top:2rem}
.contact a{font-weight:600}
.bottom ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0 0 .5rem;padding:0}
.bottom a{color:inherit}
.bottom{border-top:1px solid var(--line);color:var(--muted);font-size:.9rem}
.bottom .wrap{padding-block:1.25rem}
@media print{.top,.hero,.search,.toc,.vote,.beside,.more,.bottom,.crumbs,.skip{display:none}}
`;

/** The style sheet of a help center in its look. */
export const styleSheet = (look: Look): string => `${themeProperties(look)}\n${RULES}`;
