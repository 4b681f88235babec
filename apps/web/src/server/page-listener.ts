/**
 * Answers requests for the files of a page. They are the same for everyone and need no token.
 *
 * The files are read when they are first asked for and then kept. Paths are looked up in the list of files that were
 * built, so a path can lead nowhere else.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { contentSecurityPolicy, safetyHeaders } from './page-headers.ts';

/** The pages that can be served. */
export type PageName = 'client' | 'inspector';

/** Which page is served, and from where. */
export interface PageOptions {
  /** The page at `/`. */
  readonly page: PageName;
  /** The folder with the files; the one that was built with this package by default. */
  readonly folder?: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.map': 'application/json',
};

const entries: Readonly<Record<PageName, string>> = { client: 'index.html', inspector: 'inspect.html' };

/** The text in the HTML that each response replaces by its nonce. */
const placeholder = '__NONCE__';

/** The files of `dist/page`, whether this module runs from `src` or from `dist`. */
const builtFolder = (): string => fileURLToPath(new URL('../../dist/page', import.meta.url));

/** Returns a function that answers a request if it is for a file of the page; false if it is for something else. */
export function pageListener({
  page,
  folder = builtFolder(),
}: PageOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  if (!existsSync(join(folder, entries[page]))) {
    throw new Error('The page was not built; run npm install in the checkout, or install the package again.');
  }
  const paths = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [`/${path.slice(folder.length + 1).replaceAll(sep, '/')}`, path]),
  );
  paths.set('/', join(folder, entries[page]));
  const contents = new Map<string, Buffer>();
  const contentOf = (path: string): Buffer => {
    const known = contents.get(path);
    if (known !== undefined) return known;
    const content = readFileSync(path);
    contents.set(path, content);
    return content;
  };
  return (request, response) => {
    const path = paths.get(request.url?.split('?', 1)[0] ?? '');
    if (path === undefined) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', ...safetyHeaders }).end();
      return true;
    }
    const isHtml = extname(path) === '.html';
    const nonce = isHtml ? randomBytes(16).toString('base64url') : '';
    const content = contentOf(path);
    const body = isHtml ? Buffer.from(content.toString('utf8').replaceAll(placeholder, nonce)) : content;
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-length': body.length,
      // The names of the other files change with their content.
      'cache-control': path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-store',
      'content-security-policy': contentSecurityPolicy(nonce),
      ...safetyHeaders,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}
