/**
 * Names of files and folders that make other programs run something: git, shells, editors and package managers read
 * them without being asked.
 *
 * Names are compared as the most lenient file systems do: without case, ignorable characters and trailing dots.
 */

/** Protected with everything in them, wherever they are. */
const names: ReadonlySet<string> = new Set(
  [
    // Version control, and hooks that are kept beside the code.
    '.git git~1 .hg .jj .gitconfig .gitmodules .hgrc .githooks .husky .pre-commit-config.yaml lefthook.yml',
    // Shells.
    '.profile .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .inputrc .kshrc .envrc',
    '.zshrc .zshenv .zprofile .zlogin .zlogout .cshrc .tcshrc .login .logout',
    'profile.ps1 microsoft.powershell_profile.ps1 microsoft.vscode_profile.ps1',
    // Sessions of the desktop, and logins to other machines.
    '.xprofile .xinitrc .xsession .xsessionrc .pam_environment launchagents .ssh .gnupg',
    // Editors: tasks, launch files, settings that name programs.
    '.vscode .idea .vs .zed .fleet .nova .devcontainer .devcontainer.json',
    '.vimrc .gvimrc .vim .exrc .nvimrc .nvim.lua .helix .emacs .emacs.d .dir-locals.el .ideavimrc .gdbinit',
    // Agents, with the programs that they start.
    '.acp.json .mcp.json .claude .claude.json .cursor .codex .gemini .windsurf .kiro opencode.json',
    // Package managers.
    '.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs .cargo .mise.toml',
  ].flatMap((line) => line.split(' ')),
);

/** Protected in a folder of this name. */
const namesIn: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    '.config',
    new Set([
      'acp-stack',
      'autostart',
      'direnv',
      'environment.d',
      'fish',
      'git',
      'helix',
      'mise',
      'nushell',
      'nvim',
      'powershell',
      'systemd',
      'zed',
    ]),
  ],
]);

const endings = ['.code-workspace', '.sublime-project'];

/** Whether a file or folder of these names is protected, or inside one that is. */
export function areProtectedNames(segments: readonly string[]): boolean {
  const folded = segments.map(fold);
  return folded.some((name, index) => {
    if (names.has(name) || endings.some((ending) => name.endsWith(ending))) return true;
    return namesIn.get(folded[index - 1] ?? '')?.has(name) === true;
  });
}

/** Characters that file systems of macOS ignore in names. */
const ignored = /[\u{200C}-\u{200F}\u{202A}-\u{202E}\u{206A}-\u{206F}\u{FEFF}]/gu;

/**
 * A name as the most lenient file system reads it; Windows ignores what follows a colon, and dots and spaces at the
 * end.
 */
const fold = (name: string): string =>
  name
    .replaceAll(ignored, '')
    .replace(/:.*$/su, '')
    .replace(/[. ]+$/u, '')
    .normalize('NFKC')
    .toLowerCase();
