/**
 * The HTML of a page in a webview: that of the browser client, with its files at addresses of the editor.
 *
 * The page may load its own files only: no other host, no inline script, no frame.
 */

/** Where the page is shown. */
export interface PagePlace {
  /** The HTML as it was built. */
  readonly html: string;
  /** The address of the folder with its files, as the webview reaches it; without a slash at the end. */
  readonly base: string;
  /** The source of files of the editor, for the policy. */
  readonly source: string;
  /** A text that is new for each page. */
  readonly nonce: string;
}

/** What a page in a webview may load. */
const policy = ({ source, nonce }: PagePlace): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${source}`,
    `style-src ${source} 'nonce-${nonce}'`,
    `img-src ${source} data: blob:`,
    'media-src data: blob:',
    `font-src ${source}`,
    `connect-src ${source}`,
    `worker-src ${source} blob:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
  ].join('; ');

/** Returns the HTML for a webview. */
export function pageHtml(place: PagePlace): string {
  const { html, base, nonce } = place;
  const meta = `<meta http-equiv="content-security-policy" content="${policy(place)}" />`;
  return (
    html
      // The theme of the page is that of the editor; the icon is for the tabs of a browser.
      .replace(/\s*<script src="[^"]*theme\.js"><\/script>/u, '')
      .replace(/\s*<link rel="icon"[^>]*>/u, '')
      .replaceAll(/(src|href)="\.\//gu, `$1="${base}/`)
      .replaceAll('<script type="module" crossorigin', `<script type="module" nonce="${nonce}"`)
      .replaceAll(' crossorigin', '')
      .replaceAll('__NONCE__', nonce)
      .replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n    ${meta}`)
      .replace('<html lang="en">', '<html lang="en" data-place="editor">')
  );
}
