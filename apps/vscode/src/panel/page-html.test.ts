import { expect, test } from 'vitest';

import { pageHtml } from './page-html.ts';

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="acp-nonce" content="__NONCE__" />
    <script src="./theme.js"></script>
    <link rel="icon" href="./assets/icon-1.svg" type="image/svg+xml" />
    <script type="module" crossorigin src="./assets/client-1.js"></script>
    <link rel="modulepreload" crossorigin href="./assets/shared-1.js">
    <link rel="stylesheet" crossorigin href="./assets/tokens-1.css">
  </head>
  <body><div id="root"></div></body>
</html>`;

const page = pageHtml({ html, base: 'https://file.example/page', source: 'https://*.example', nonce: 'n0nce' });

test('loads its files from the editor, and nothing from anywhere else', () => {
  expect([...page.matchAll(/(?:src|href)="([^"]+)"/gu)].map(([, address]) => address)).toEqual([
    'https://file.example/page/assets/client-1.js',
    'https://file.example/page/assets/shared-1.js',
    'https://file.example/page/assets/tokens-1.css',
  ]);
  const [, policy = ''] = /content-security-policy" content="([^"]+)"/u.exec(page) ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'nonce-n0nce' https://*.example");
  expect(policy).not.toMatch(/unsafe|connect-src[^;]*(?:\*;|https:;|ws)/u);
});

test('says that it is in an editor, and has the nonce where the page looks for it', () => {
  expect(page).toContain('<html lang="en" data-place="editor">');
  expect(page).toContain('<meta name="acp-nonce" content="n0nce" />');
  expect(page).toContain('<script type="module" nonce="n0nce" src=');
});
