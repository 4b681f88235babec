/** Finds and hides credentials: in text, in streams of text, and in messages. */
export { hidden, secretSpans, withoutSecrets, wrappedKeySpans, type SearchOptions } from './secrets.ts';
export { isSecretName, isSecretOption } from './secret-names.ts';
export { unionOf, type Span } from './spans.ts';
export { redactJson, redactedNames } from './redact-json.ts';
export { SecretStream } from './secret-stream.ts';
