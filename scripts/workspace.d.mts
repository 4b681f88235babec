/** The fields of a `package.json` that the tests look at. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly acp?: { readonly stability?: string };
}

/** One package or app; `home` is its folder, relative to the repository. */
export interface Member {
  readonly home: string;
  readonly isApp: boolean;
  readonly manifest: Manifest;
}

export declare function packageFolders(root: string): string[];
export declare function readWorkspace(root: string): Member[];
