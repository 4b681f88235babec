/** The error of an archive that is not unpacked. */
import { RegistryError } from '../contract/registry-error.ts';

/** `reason` continues the sentence "The archive cannot be unpacked: …". */
export function refusal(reason: string, cause?: unknown): RegistryError {
  const message = `The archive cannot be unpacked: ${reason}; nothing was installed, so tell the author of the agent.`;
  return new RegistryError('archive', message, cause === undefined ? {} : { cause });
}
