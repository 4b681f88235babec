/** Finds and hides credentials: in text, in streams of text, and in messages. */
export {
  hidden,
  isSecretName,
  isSecretOption,
  secretSpans,
  unionOf,
  withoutSecrets,
  wrappedKeySpans,
  type SearchOptions,
  type Span,
} from './secrets.ts';
export { redactJson } from './redact-json.ts';
export { SecretStream } from './secret-stream.ts';
