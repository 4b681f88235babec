/** Patches for the diffs of tool calls. */
export { writeGitPatch, type FileChange } from './convert/git-patch.ts';
