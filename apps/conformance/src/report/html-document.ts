/** The frame of a page of the suite: its style, and a policy that allows nothing but that style. */
import { createHash } from 'node:crypto';

import { escapeMarkup } from './escape-markup.ts';

const style = `
:root { color-scheme: light dark; --failed: #c62828; --warned: #a35c00; --passed: #2e7d32; }
@media (prefers-color-scheme: dark) { :root { --failed: #ff8a80; --warned: #ffb74d; --passed: #81c784; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
code, pre { font: .85em/1.4 ui-monospace, monospace; white-space: pre-wrap; }
pre { padding: .5rem; border: 1px solid #8888; border-radius: .25rem; }
h3 small { font-weight: normal; }
article { border-left: .3rem solid #888; padding: .1rem 1rem; margin: 1rem 0; }
article p { margin: .5rem 0; }
article.failed { border-color: var(--failed); }
article.warned { border-color: var(--warned); }
.total { font-size: 1.25rem; font-weight: 600; }
.wire { list-style: none; padding: 0; }
.wire li { display: grid; grid-template-columns: 9rem 1fr; gap: .5rem; margin: .25rem 0; }
.wire span { color: #888; font-size: .85em; text-align: right; }
.wire .peer code { padding-left: 1.5rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid #8884; }
.rules :is(th, td):not(:last-child) { white-space: nowrap; width: 6rem; }
.compared { display: block; overflow-x: auto; }
.compared :is(th, td) { overflow-wrap: normal; }
.compared :is(th, td):not(:last-child) { white-space: nowrap; }
.compared :is(th, td):last-child { min-width: 16rem; }
tr.failed td:nth-child(4), td.failed { color: var(--failed); font-weight: 600; }
tr.warned td:nth-child(4), td.warned { color: var(--warned); }
tr.passed td:nth-child(4), td.passed { color: var(--passed); }
summary { cursor: pointer; padding: .2rem 0; }
@media (max-width: 40rem) {
  .rules :is(tbody, tr, td:last-child) { display: block; }
  .rules thead { display: none; }
  .rules td { display: inline-block; border: 0; width: auto !important; padding: 0 .75rem 0 0; }
  .rules tr { border-bottom: 1px solid #8884; padding: .5rem 0; }
  .wire li { grid-template-columns: 1fr; gap: 0; }
  .wire span { text-align: left; }
}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** A whole page with these lines as its body. */
export function htmlDocument(title: string, body: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'">`,
    `<title>${escapeMarkup(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
