/** The version of the packages, for programs that tell their peers what they are. */
import manifest from '#manifest' with { type: 'json' };

/** The version of this package. All packages of acp-stack are released together, with the same version. */
export const packageVersion: string = manifest.version;
