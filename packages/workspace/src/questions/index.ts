/** Reads the questions of an agent, without a user interface and in any runtime: permissions, forms and web pages. */
export { readForm, type Form, type FormProblem, type FormRequest, type FormValues } from './form.ts';
export { isInDiff } from './is-in-diff.ts';
export { lookAlikesIn, type LookAlike } from './look-alikes.ts';
export { commandOf, readPermission, type KnownToolCall, type PermissionQuestion } from './permission-question.ts';
export { readWebPage, type WebPage, type WebPageRequest, type WebPageWarning } from './web-page.ts';
