/** What this package reads of its own manifest. */
declare const manifest: { readonly version: string };
// oxlint-disable-next-line import/no-default-export -- it is what JSON exports
export default manifest;
