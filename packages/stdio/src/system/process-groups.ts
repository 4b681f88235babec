/** Whether processes have groups, so that a child that leads one is started with `detached`; Windows has none. */
export function hasProcessGroups(platform: NodeJS.Platform = process.platform): boolean {
  return platform !== 'win32';
}
