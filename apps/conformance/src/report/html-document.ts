/** The frame of a page of the suite: its style, and a policy that allows nothing but that style. */
import { createHash } from 'node:crypto';

import { escapeMarkup } from './escape-markup.ts';

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { padding: .5rem; border: 1px solid #8888; }
article { border-left: .3rem solid #888; padding: .1rem 1rem; margin: 1rem 0; }
article.failed { border-color: #c62828; }
article.warned { border-color: #ef8f00; }
.total { font-size: 1.25rem; font-weight: 600; }
.wire { list-style: none; padding: 0; }
.wire li { margin: .25rem 0; }
.wire .peer { padding-left: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid #8884; }
tr.failed td:nth-child(4), td.failed { color: #c62828; font-weight: 600; }
tr.warned td:nth-child(4), td.warned { color: #b26a00; }
tr.passed td:nth-child(4), td.passed { color: #2e7d32; }
summary { cursor: pointer; }
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
