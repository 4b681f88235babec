/** Finds links of a built site that lead nowhere: to a page, a file or a heading that it does not have. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

/** A link that leads nowhere. */
interface BrokenLink {
  /** The file that has it, from the top of the site. */
  readonly page: string;
  readonly href: string;
}

/** What was looked at. */
export interface CheckedLinks {
  readonly broken: readonly BrokenLink[];
  /** Links within the site, once for each page. */
  readonly count: number;
}

/** Checks every link of every page of the site in `folder`; addresses outside of it are not asked. */
export function checkLinks(folder: string): CheckedLinks {
  const files = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')),
  );
  const texts = [...files]
    .filter((file) => file.endsWith('.html'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
  const anchors = new Map(texts.map(([file, text]) => [file, idsIn(text)]));
  let count = 0;
  const broken = texts.flatMap(([page, text]) => {
    const hrefs = [...new Set(linksIn(text))].filter(isInternal);
    count += hrefs.length;
    return hrefs.filter((href) => !leadsSomewhere(page, href)).map((href) => ({ page, href }));
  });
  return { broken, count };

  function leadsSomewhere(page: string, href: string): boolean {
    const [path = '', anchor = ''] = href.split('#');
    // From the top of a server, a page would not be found below another path.
    if (path.startsWith('/')) return false;
    const target = path === '' ? page : posix.join(posix.dirname(page), decodeURIComponent(path));
    const file = target.endsWith('/') ? `${target}index.html` : target;
    if (!files.has(file)) return false;
    return anchor === '' || anchors.get(file)?.has(decodeURIComponent(anchor)) !== false;
  }
}

/** Throws an error that names every link of the site in `folder` that leads nowhere, if there is any. */
export function refuseBrokenLinks(folder: string): void {
  const lines = checkLinks(folder).broken.map(({ page, href }) => `  ${page} links to ${href}`);
  if (lines.length > 0) throw new Error(`${lines.length} links of the site lead nowhere:\n${lines.join('\n')}`);
}

const linksIn = (html: string): readonly string[] =>
  Array.from(html.matchAll(/<(?:a|img|link|script|source)\s[^>]*?(?:href|src)="(?<link>[^"]*)"/gu), ({ groups }) =>
    unescaped(groups?.['link'] ?? ''),
  );

const idsIn = (html: string): ReadonlySet<string> =>
  new Set(Array.from(html.matchAll(/\sid="(?<id>[^"]*)"/gu), ({ groups }) => unescaped(groups?.['id'] ?? '')));

const isInternal = (href: string): boolean => !/^(?:[a-z][\w+.-]*:|\/\/)/iu.test(href);

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
