/** The location of a call, for editors that follow along; paths on the wire are absolute. */
import type { ToolCallLocation } from '@acp-stack/schema/v2/unstable';
import { isAbsolute, resolve } from 'node:path';

/** Returns no location if the path is empty or has a NUL. */
export function locationsOf(
  cwd: string,
  path: string,
  line?: number,
): { readonly locations?: readonly ToolCallLocation[] } {
  if (path === '' || path.includes('\0')) return {};
  const absolute = isAbsolute(path) ? path : resolve(cwd, path);
  return { locations: [line === undefined ? { path: absolute } : { path: absolute, line }] };
}
