/** What measurements in a browser need: the browser, and `acp web` with an agent of their own. */
export { acpProgram, acpUser } from './acp-program.ts';
export { browserFolder, openBrowser } from './browser.ts';
export { openPage, startPageProgram } from './web-page.ts';
