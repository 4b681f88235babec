/** The program of a command line that is started in another folder. */
import { posix, win32 } from 'node:path';

/**
 * The program; one with a relative path is found below `folder`, where the suite was started, as a shell would find it.
 */
export function programFrom(folder: string, program: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return /^[^{]*[\\/:]/u.test(program) ? win32.resolve(folder, program) : program;
  return /^[^{]*\//u.test(program) ? posix.resolve(folder, program) : program;
}
