/**
 * Fields of a manifest that look like a signature or a checksum other than `sha256`.
 *
 * Neither the protocol nor the official registry defines any, so they cannot be checked; a user should know that they
 * were not.
 */
import type { AgentManifest } from '@acp-stack/schema/v1';

const promising =
  /signature|^sig$|minisig|cosign|sigstore|attestation|provenance|checksum|digest|integrity|^sha\d|^md5/iu;

/** Returns their paths, such as `signature` or `distribution.binary.linux-x86_64.signature`. */
export function uncheckedFields(manifest: AgentManifest, target: string | undefined): readonly string[] {
  const binary = manifest.distribution.binary as Readonly<Record<string, object>> | undefined;
  const places: readonly (readonly [string, object | undefined])[] = [
    ['', manifest],
    ['distribution.', manifest.distribution],
    ['distribution.binary.', binary],
    [`distribution.binary.${target}.`, target === undefined ? undefined : binary?.[target]],
  ];
  return places.flatMap(([prefix, value]) =>
    Object.keys(value ?? {})
      .filter((key) => promising.test(key) && key !== 'sha256')
      .map((key) => `${prefix}${key}`),
  );
}
