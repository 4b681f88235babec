/**
 * Paths of the machine on which the agents work, which need not be that of the browser: a path that begins with a drive
 * or a share is one of Windows, where `\` and `/` separate folders and case does not matter.
 */

const drive = /^[a-z]:(?=[\\/]|$)/iu;
const share = /^\\\\[^\\/]+[\\/]+[^\\/]+/u;

const isOfWindows = (path: string): boolean => drive.test(path) || share.test(path);

/** Where the path begins: a drive with a capital letter, or a share. */
const rootOf = (path: string): string =>
  drive.exec(path)?.[0].toUpperCase() ?? share.exec(path)?.[0].replaceAll('/', '\\') ?? '';

/** A path as an agent writes it, as an absolute one without `.` and `..`; `folder` is that of the session. */
export function absolutePath(path: string, folder: string): string {
  if (!isOfWindows(folder)) return `/${partsOf(path.startsWith('/') ? path : `${folder}/${path}`, '/').join('/')}`;
  const root = rootOf(path);
  const whole = root !== '' || /^[\\/]/u.test(path) ? path : `${folder}\\${path}`;
  const place = rootOf(whole) === '' ? rootOf(folder) : rootOf(whole);
  const below = whole.slice(rootOf(whole).length);
  return `${place}\\${partsOf(below, /[\\/]/u).join('\\')}`;
}

function partsOf(path: string, separator: string | RegExp): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split(separator)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}

/** The name of a file, or of a folder. */
export const nameOf = (path: string): string =>
  path.split(isOfWindows(path) ? /[\\/]/u : '/').findLast((part) => part !== '') ?? path;

/** The way from a folder to a path below it; undefined if the path is not below. */
export function wayBelow(path: string, folder: string): string | undefined {
  if (!isOfWindows(folder)) {
    const start = folder.endsWith('/') ? folder : `${folder}/`;
    return path.startsWith(start) && path !== start ? path.slice(start.length) : undefined;
  }
  const [whole, start] = [path, `${folder.replace(/[\\/]+$/u, '')}\\`].map((each) => each.replaceAll('/', '\\'));
  if (whole === undefined || start === undefined || whole.length <= start.length) return undefined;
  return whole.toLowerCase().startsWith(start.toLowerCase()) ? whole.slice(start.length) : undefined;
}

/** The address of a file. */
export function uriOf(path: string): string {
  if (!isOfWindows(path)) return `file://${encoded(path.split('/'))}`;
  const parts = path.split(/[\\/]/u);
  return drive.test(path) ? `file:///${rootOf(path)}/${encoded(parts.slice(1))}` : `file:${encoded(parts)}`;
}

const encoded = (parts: readonly string[]): string => parts.map(encodeURIComponent).join('/');

/**
 * The path of an address on the machine with the folder of the session; undefined if it is not one of a file there.
 */
export function pathOf(uri: string, folder: string): string | undefined {
  try {
    const { protocol, host, pathname } = new URL(uri);
    if (protocol !== 'file:') return undefined;
    const path = decodeURIComponent(pathname);
    if (!isOfWindows(folder)) return host === '' && uri.startsWith('file:///') ? path : undefined;
    const place = host === '' ? path.slice(1) : `//${host}${path}`;
    const ofWindows = place.replaceAll('/', '\\');
    return isOfWindows(ofWindows) ? absolutePath(ofWindows, folder) : undefined;
  } catch {
    return undefined;
  }
}
