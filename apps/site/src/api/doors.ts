/** The ways into the packages, as their manifests name them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A way into a package. */
export interface Door {
  /** What a program imports, such as `@acp-stack/http/node`. */
  readonly name: string;
  /** Its page below `api`, without an ending, such as `http/node`. */
  readonly page: string;
  /** Its declarations, as they are published. */
  readonly declarations: string;
  /** What the manifest says of its package. */
  readonly description: string;
  /** The page about its package, from the top of the site; undefined if it has no README. */
  readonly packagePage: string | undefined;
}

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** Doors whose types are the protocol: the reference describes each of them. */
const describedByReference = /^@acp-stack\/schema\/v[12](?:\/unstable)?$/u;

/** Every door of the packages below `root` that has a page of the API; doors of programs are for other programs. */
export function doorsOf(root: string): Door[] {
  return readdirSync(join(root, 'packages')).flatMap((folder) => {
    const home = join(root, 'packages', folder);
    const {
      name,
      description,
      exports = {},
    } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest;
    const packagePage = existsSync(join(home, 'README.md')) ? `/packages/${folder}.md` : undefined;
    return Object.entries(exports).flatMap(([entry, target]): Door[] => {
      const types = typeof target === 'string' ? undefined : target['types'];
      const door = name + entry.slice(1);
      if (types === undefined || describedByReference.test(door)) return [];
      const page = door.replace('@acp-stack/', '');
      return [{ name: door, page, declarations: join(home, types), description, packagePage }];
    });
  });
}
