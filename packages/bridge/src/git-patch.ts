/** Patches for the diffs of tool calls. */
export { writeGitPatch, type FileChange } from './patch/git-patch.ts';
