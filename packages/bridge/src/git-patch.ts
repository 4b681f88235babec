/** Patches for the diffs of tool calls. */
export { readGitPatch, writeGitPatch, type FileChange, type PatchedFile } from './patch/git-patch.ts';
