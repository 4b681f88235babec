/**
 * Which addresses in a text of an agent may become links, and what they lead to.
 *
 * Only http, https and mailto lead out of the page; a path or a file address leads to a file of the session. Everything
 * else, such as `javascript:` or `data:`, is not a link.
 */

/** A file of the session, and a line counted from one. */
export interface FileLink {
  readonly path: string;
  readonly line: number | undefined;
}

/** What a link leads to. */
export type SafeAddress =
  | { readonly kind: 'web'; readonly href: string }
  | { readonly kind: 'file'; readonly file: FileLink };

const webSchemes = new Set(['http:', 'https:', 'mailto:']);
/** Browsers ignore some of these inside of a scheme, so an address that has any is not a link. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const maxLength = 8192;

/** What the address leads to; undefined if it is not safe or not an address. */
export function safeAddress(address: string): SafeAddress | undefined {
  const text = address.trim();
  if (text === '' || text.length > maxLength || controls.test(text)) return undefined;
  const scheme = /^[a-z][a-z\d+.-]*:/iu.exec(text)?.[0]?.toLowerCase();
  // `C:\folder` and `file.ts:12` look like schemes.
  const isPath = scheme === undefined || /^[a-z]:[\\/]/iu.test(text) || /^[^:/?#]+\.[^:/?#]+:\d+(?::\d+)?$/u.test(text);
  if (isPath) return fileAddress(text);
  if (scheme === 'file:') return fileOfUrl(text);
  if (!webSchemes.has(scheme)) return undefined;
  const url = parsed(text);
  return url === undefined || !webSchemes.has(url.protocol) ? undefined : { kind: 'web', href: url.href };
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function fileOfUrl(text: string): SafeAddress | undefined {
  const url = parsed(text);
  // A file of another host is not a file of the session.
  if (url === undefined || (url.host !== '' && url.host !== 'localhost')) return undefined;
  const path = decodedPath(url.pathname);
  if (path === undefined) return undefined;
  const [, line] = /^#L?(\d+)/u.exec(url.hash) ?? [];
  const file = withLine(/^\/[a-z]:\//iu.test(path) ? path.slice(1) : path);
  return { kind: 'file', file: line === undefined ? file : { ...file, line: lineNumber(line) } };
}

function fileAddress(text: string): SafeAddress | undefined {
  // An address without a scheme leads to another host, and a fragment or a query to this page.
  if (/^(?:[/\\]{2}|[#?])/u.test(text)) return undefined;
  const [, plain = text, line] = /^([^#]+)#L?(\d+)(?:-L?\d+)?$/u.exec(text) ?? [];
  const path = decodedPath(plain);
  if (path === undefined) return undefined;
  const file = withLine(path);
  return { kind: 'file', file: line === undefined ? file : { ...file, line: lineNumber(line) } };
}

function decodedPath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    return controls.test(decoded) ? undefined : decoded;
  } catch {
    return path;
  }
}

function withLine(path: string): FileLink {
  const [, file = path, line] = /^(.+?):(\d+)(?:[:-]\d+)*$/u.exec(path) ?? [];
  return { path: file, line: line === undefined ? undefined : lineNumber(line) };
}

const lineNumber = (digits: string): number | undefined => {
  const line = Number(digits);
  return Number.isSafeInteger(line) && line > 0 ? line : undefined;
};

const pathOfCode = /^(?:\.{0,2}\/|[\w@.-]+\/)*[\w@.-]*\.[a-z][a-z\d]{0,9}(?::\d+(?:[:-]\d+)?)?$/iu;

/** The file that a piece of inline code names, such as `src/a.ts:12`; a word with a dot alone is not a file. */
export function fileInCode(code: string): FileLink | undefined {
  if (code.length > 512 || !pathOfCode.test(code) || !/\/|:\d/u.test(code)) return undefined;
  return withLine(code);
}

/** Files with lines in plain text, such as `src/a.ts:12`. */
export const filesInText: RegExp =
  /(?<![\w/.:@-])(?:\.{0,2}\/)?(?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[a-z][a-z\d]{0,9}:\d+(?::\d+)?(?![\w/])/giu;
