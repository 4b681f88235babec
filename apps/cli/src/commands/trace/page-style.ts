/** The look of the page of a trace, in light and dark. */

/** Rows off the screen are not rendered, so a long trace is fast. */
export const pageStyle = (columns: number): string => `
:root{color-scheme:light dark;font:14px/1.4 system-ui,sans-serif;--answer:#17724c;--error:#c21f1f;--notification:#24679f;--life:#8a5a00;--quiet:#666;--sign:#7b3fa0}
@media(prefers-color-scheme:dark){:root{--answer:#4fc58f;--error:#ff7b72;--notification:#79b8f0;--life:#e0a83a;--quiet:#9a9a9a;--sign:#cf9bf0}}
body{margin:0}
header{position:sticky;top:0;background:Canvas;padding:.5rem 1rem;border-bottom:1px solid #8886;z-index:1}
h1{font-size:1.1rem;margin:0}p{margin:.2rem 0;opacity:.8}
.tools{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center}
#filter{flex:0 1 30rem;padding:.3rem}
.jump button{font:inherit;padding:0 .6rem}.jump output{display:inline-block;min-width:6.5rem;text-align:center;color:var(--error)}.jump output.none{color:var(--quiet)}
.row{display:grid;grid-template-columns:5rem repeat(${columns},minmax(0,1fr));align-items:center;column-gap:.5rem}
.columns{margin-top:.5rem;text-align:center}
.columns b{min-width:0;overflow-wrap:anywhere}
main{padding:0 1rem}
main details{content-visibility:auto;contain-intrinsic-size:auto 2rem}
details[hidden]{display:none}
main summary{list-style:none;cursor:pointer;padding:.1rem 0 .5rem}
main summary:hover,main summary:focus{background:#8882}
main summary:focus{outline:2px solid var(--notification);outline-offset:-2px}
.time{font-variant-numeric:tabular-nums;opacity:.7;text-align:right}
.arrow{border-bottom:2px solid currentcolor;margin:0 calc(50%/${columns} - 1rem);position:relative}
.label{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.left .label{padding-left:1rem}.right .label{padding-right:1rem}
.arrow.right::after{content:"▶";position:absolute;right:-2px;bottom:-.8em}
.arrow.left::after{content:"◀";position:absolute;left:-2px;bottom:-.8em}
.arrow.here{border-bottom-style:dotted}
.answer .arrow{border-bottom-style:dashed;color:var(--answer)}
.error .arrow{border-bottom-style:dashed}
.error .arrow,.problem .arrow,.stdout .arrow{color:var(--error)}
.notification .arrow{color:var(--notification)}
.stderr .arrow,.end .arrow{color:var(--quiet)}
.component .arrow{color:var(--life);font-weight:600}
em{color:var(--error);font-style:normal}
i{color:var(--sign);font-style:normal;font-weight:700}
small{opacity:.85}
pre{margin:.2rem 0 .6rem 5.5rem;padding:.5rem;background:#8881;overflow:auto;max-height:30rem}
#legend{margin-top:.3rem}
#legend>summary{cursor:pointer;opacity:.8}
#legend div{display:flex;flex-wrap:wrap;gap:0 3rem;max-height:40vh;overflow:auto}
#legend ul{list-style:none;margin:.2rem 0;padding:0}
#legend li{display:flex;align-items:center;gap:.6rem;min-height:1.6rem}
#legend .arrow{width:3rem;margin:0;flex:none}
#legend i,#legend em,#legend kbd{width:3rem;flex:none;text-align:center}
@media(max-width:40rem){header{padding:.4rem .5rem}main{padding:0 .5rem}.row{grid-template-columns:3.2rem repeat(${columns},minmax(0,1fr));column-gap:.2rem}.time{font-size:.8em}.label{white-space:normal;overflow-wrap:anywhere}pre{margin-left:0}}
kbd{font:inherit;font-size:.85em;border:1px solid #8888;border-radius:3px}
`;
