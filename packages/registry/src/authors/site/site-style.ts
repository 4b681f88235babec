/** The look of the page, in light and dark. */

/** The style without the icons. */
export const siteStyle = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--text:#1b1f24;--quiet:#59636e;--line:#d9dee4;--accent:#0b5fcc;--tint:#eaf1fb;--code:#f1f3f5;--shadow:0 1px 2px #1b1f2412,0 4px 12px #1b1f240a}
@media(prefers-color-scheme:dark){:root{--page:#0e1116;--card:#161b22;--text:#e8ebef;--quiet:#9ba6b2;--line:#2c333c;--accent:#79b4ff;--tint:#1a2738;--code:#0d1117;--shadow:none}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.15em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:2}
.wide{max-width:76rem;margin:0 auto;padding:0 1.25rem}
.top{padding-top:3rem;padding-bottom:1.5rem}
h1{font-size:clamp(1.8rem,4vw,2.6rem);line-height:1.15;letter-spacing:-.02em;margin:0 0 .5rem}
.lead{margin:0;color:var(--quiet);font-size:1.1rem;max-width:44rem}
#tools{position:sticky;top:0;z-index:1;background:var(--page);border-bottom:1px solid var(--line);padding:.75rem 0}
#tools .wide{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end}
#tools label{display:grid;gap:.2rem;font-size:.8rem;color:var(--quiet);flex:1 1 7.5rem;min-width:0}
#tools label.search{flex:3 1 13rem}
#tools input,#tools select,#tools button{font:inherit;font-size:1rem;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.5rem .7rem;width:100%;min-height:2.75rem}
#tools ::placeholder{color:var(--quiet);opacity:1}
#tools button{width:auto;cursor:pointer}
#tools button:hover{border-color:var(--accent)}
.status{margin:1.25rem 0 .75rem;color:var(--quiet)}
.cards{list-style:none;margin:0;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(21rem,100%),1fr))}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.25rem;box-shadow:var(--shadow);display:flex;flex-direction:column;gap:.75rem;height:100%;scroll-margin-top:7rem}
.cards:has(.install[open]) .card{height:auto}
.cards>li:has(.install[open]){grid-column:1/-1}
.card:target{border-color:var(--accent)}
.card header{display:flex;gap:.9rem}
.card header>div{min-width:0}
.card p{margin:0}
h2{font-size:1.15rem;line-height:1.3;margin:0}
.icon{flex:none;width:2.75rem;height:2.75rem;border-radius:10px;display:grid;place-items:center;background:var(--tint);color:var(--accent);font-weight:650;font-size:1.2rem}
.icon i{width:1.5rem;height:1.5rem;background:currentColor;-webkit-mask:center/contain no-repeat;mask:center/contain no-repeat}
.facts{color:var(--quiet);font-size:.88rem}
.version::before{content:"v"}
.self{color:var(--quiet);text-decoration:none;padding:0 .3rem}
.self:hover{color:var(--accent)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.85rem}
.tags{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.4rem}
.tag{font-size:.8rem;line-height:1.5;padding:.05rem .6rem;border-radius:99px;background:var(--tint);border:1px solid transparent}
.tag.license{background:none;border-color:var(--line)}
.authors,.links{font-size:.9rem;color:var(--quiet)}
.links{display:flex;flex-wrap:wrap;gap:1rem}
.install{border-top:1px solid var(--line);margin:auto -1.25rem -1.25rem}
.install summary{cursor:pointer;padding:.75rem 1.25rem;font-weight:600;border-radius:0 0 14px 14px}
.install[open]{padding-bottom:.5rem}
.way summary{padding:.35rem 1.25rem;border-radius:0;font-size:.9rem}
.way .quiet{font-weight:400;color:var(--quiet)}
.install summary:hover{background:var(--tint)}
.unseen{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.install section{padding:0 1.25rem .9rem;position:relative}
h3{font-size:.9rem;margin:.25rem 0 .35rem}
h3 .quiet{font-weight:400;color:var(--quiet)}
pre{margin:0;padding:.7rem .8rem;background:var(--code);border:1px solid var(--line);border-radius:8px;white-space:pre-wrap}
.copy{position:absolute;right:1.65rem;top:.4rem;font:inherit;font-size:.75rem;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.15rem .5rem;cursor:pointer;opacity:0}
section:hover .copy,.copy:focus-visible{opacity:1}
@media(hover:none){.copy{opacity:1}}
.downloads{margin:0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1rem;font-size:.9rem}
.none{padding:3rem 0;text-align:center;color:var(--quiet)}
footer p{margin:0 0 .5rem}
footer{color:var(--quiet);font-size:.9rem}footer.wide{padding-top:2.5rem;padding-bottom:3rem}
@media(max-width:40rem){#tools label.search{flex-basis:100%}.top{padding-top:2rem;padding-bottom:1rem}#tools{position:static}.card{scroll-margin-top:1rem}}
@media print{#tools,.install{display:none}.card{break-inside:avoid;box-shadow:none}}
`;

/** The rule that shows an icon in the colour of the text around it; as data, so that it works from a file. */
export function iconRule(index: number, svg: string): string {
  const image = `url("data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}")`;
  return `.icon .i${index}{-webkit-mask-image:${image};mask-image:${image}}\n`;
}
