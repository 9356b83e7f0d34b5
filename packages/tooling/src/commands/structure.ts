// Checks what the type system cannot: who may import whom, where things are and what they are called. Each message
// says what to do instead.
import { main, root, say } from '../../bootstrap.mjs';
import { listProblems } from '../structure/rules.ts';
import { readTree } from '../structure/tree.ts';

await main(() => {
  const tree = readTree(root);
  const problems = listProblems(tree);
  if (problems.length > 0) {
    const lines = problems.map(({ path, text }) => `${path}: ${text}`);
    process.stderr.write(
      `${lines.join('\n')}\n\n${problems.length} problem(s) of structure; the rules are in docs/architecture.md.\n`,
    );
    return 1;
  }
  say(`structure: ${tree.size} files follow the rules`);
  return 0;
});
