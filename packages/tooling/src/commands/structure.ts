// Checks what the type system cannot: who may import whom, where things are and what they are called. Each message
// says what to do instead. `--later` lists the problems of rules that are not enforced yet.
import { main, root, say } from '../../bootstrap.mjs';
import { listProblems } from '../structure/rules.ts';
import { readTree } from '../structure/tree.ts';

await main(() => {
  const tree = readTree(root);
  const { problems, later } = listProblems(tree);
  const shown = process.argv.includes('--later') ? [...problems, ...later] : problems;
  if (shown.length > 0) {
    const lines = shown.map(({ path, text }) => `${path}: ${text}`);
    process.stderr.write(
      `${lines.join('\n')}\n\n${shown.length} problem(s) of structure; the rules are in docs/architecture.md.\n`,
    );
    return 1;
  }
  say(`structure: ${tree.size} files follow the rules, ${later.length} problem(s) are left for later`);
  return 0;
});
