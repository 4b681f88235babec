/** Tells problems of the schema that are about builds for every system from others. */

/** Whether a problem only says that a system has no build. */
export const isCoverage = ({ path, expected }: { readonly path: string; readonly expected: string }): boolean =>
  path === '/distribution/binary' && expected.startsWith('at least one of');
