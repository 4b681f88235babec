/** Removes what could be a secret from a sentence, before it is logged. */
import { withoutSecrets } from '@acp-stack/conductor/secrets';

/**
 * Secrets that only a hub has: of links and tickets, tokens of an OpenID provider ({" in base64), and passwords in
 * addresses of databases, which may have a slash by mistake.
 */
const ofHubs =
  /\bacpi_[\w-]+|(?<=\bticket=)[\w-]+|\beyJ[\w-]*\.[\w-]+\.[\w-]*|(?<=\bpostgres(?:ql)?:\/\/[^\s:/@]*:)[^\s@]+(?=@)/gu;

/** The text without tokens, passwords and secrets of links, on one line and of at most `length` characters. */
export function redact(text: string, length = 1000): string {
  const clean = withoutSecrets(text.slice(0, length * 4).replace(ofHubs, '…')).replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}]+/gu,
    ' ',
  );
  return clean.length > length ? `${clean.slice(0, length)}…` : clean;
}
