/**
 * Variables that make a program load or run other code: libraries, start-up files, options of interpreters, helper
 * programs, and the places where those are looked for.
 *
 * An agent cannot set them for the commands of a client, because the user is asked about the command, which would then
 * do something else. In a command line, such as `env PATH=… make`, the user sees them.
 */
import { nameGlob } from '../../patterns/glob.ts';
import { WorkspaceError } from '../../contract/workspace-error.ts';

/** Patterns of names; `*` matches any characters, and case is ignored. */
const codeLoadingNames: readonly string[] = [
  // The dynamic linker, the C library, and libraries with modules.
  'LD_* DYLD_* _RLD* LIBPATH SHLIB_PATH GCONV_PATH LOCPATH GLIBC_TUNABLES MALLOC_CONF',
  'OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES GTK_MODULES GTK_PATH GIO_* QT_PLUGIN_PATH',
  // Where programs, settings and start-up files are found.
  'PATH PATHEXT COMSPEC SYSTEMROOT WINDIR PSMODULEPATH HOME USERPROFILE APPDATA',
  'LOCALAPPDATA XDG_* ZDOTDIR INPUTRC',
  // Shells.
  'SHELL ENV BASH_* BASHOPTS SHELLOPTS PROMPT_COMMAND PS0 PS1 PS2 PS4 IFS FPATH',
  // Programs that other programs start.
  'EDITOR VISUAL *_EDITOR HGEDITOR FCEDIT *PAGER BROWSER *_BROWSER *ASKPASS',
  'LESSOPEN LESSCLOSE LESSKEY* RSYNC_RSH CVS_RSH SVN_SSH TAR_OPTIONS WGETRC CURL_HOME',
  'GIT_SSH* GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND GIT_CONFIG* GIT_EXEC_PATH GIT_TEMPLATE_DIR',
  'GIT_DIR GIT_COMMON_DIR GIT_WORK_TREE GIT_TRACE* HGRCPATH KUBECONFIG AWS_CONFIG_FILE',
  // Interpreters.
  'NODE_OPTIONS NODE_PATH NODE_REPL_* NPM_CONFIG_* YARN_* PNPM_* BUN_* DENO_* TS_NODE_*',
  'ELECTRON_RUN_AS_NODE PYTHON* PIP_* UV_* PERL* RUBY* GEM_* BUNDLE_* PHPRC PHP_INI_*',
  'COMPOSER_HOME LUA_* R_PROFILE* R_ENVIRON* R_HOME R_LIBS* JULIA_* GUILE_* ERL_*',
  'ELIXIR_ERL_OPTIONS CAML_LD_LIBRARY_PATH GHC_* EMACSLOADPATH VIMINIT EXINIT VIM VIMRUNTIME',
  'MYVIMRC TCLLIBPATH',
  // Virtual machines.
  'JAVA_HOME JAVA_OPTS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH MAVEN_*',
  'M2_HOME GRADLE_* SBT_OPTS ANT_* DOTNET_* COR_* CORECLR_* COMPLUS_* NUGET_* MONO_*',
  // Compilers and build tools.
  'CC CXX CPP LD AR AS MAKE MAKEFLAGS GNUMAKEFLAGS MAKEFILES GCC_EXEC_PREFIX',
  'COMPILER_PATH CMAKE_* GOFLAGS GOENV GOROOT GOPATH GOTOOLDIR GOPROXY RUSTC* RUSTFLAGS',
  'RUSTDOC* CARGO_* RUSTUP_*',
  // This program.
  'ACP_*',
].flatMap((line) => line.split(' '));

const isCodeLoading = anyName(codeLoadingNames);

/** Values that only turn a pager or an editor off, which agents do so that a command does not wait. */
const harmless: readonly { readonly isNamed: (name: string) => boolean; readonly values: readonly string[] }[] = [
  { isNamed: anyName(['*PAGER']), values: ['', 'cat'] },
  { isNamed: anyName(['EDITOR', 'VISUAL', '*_EDITOR']), values: ['', 'true', 'false', ':'] },
];

/**
 * Throws a `WorkspaceError` for a variable that an agent cannot set, because it could make a command run other code.
 */
export function requireHarmlessVariables(
  variables: readonly { readonly name: string; readonly value: string }[],
): void {
  for (const { name, value } of variables) {
    // The system joins both with "=", so a name with one would set another variable.
    if (name === '' || /[=\0]/u.test(name) || value.includes('\0')) {
      throw new WorkspaceError('invalid', `${JSON.stringify(name)} cannot be the name of a variable with this value.`);
    }
    const isOff = harmless.some(({ isNamed, values }) => isNamed(name) && values.includes(value));
    if (isOff || !isCodeLoading(name)) continue;
    throw new WorkspaceError(
      'invalid',
      `The variable ${name} can make a command run other code, so it cannot be set here; ` +
        'write it into the command, where the user sees it.',
    );
  }
}

function anyName(patterns: readonly string[]): (name: string) => boolean {
  const matchers = patterns.map((pattern) => nameGlob(pattern.toUpperCase()));
  return (name) => matchers.some((matches) => matches(name.toUpperCase()));
}
