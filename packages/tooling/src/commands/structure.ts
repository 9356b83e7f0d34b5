// Checks the places and names of files. Each message contains the remedy.
import { main, root, say } from '../../bootstrap.mjs';
import { readFiles } from '../structure/read-files.ts';
import { listProblems } from '../structure/rules.ts';

await main(() => {
  const files = readFiles(root);
  const problems = listProblems(files);
  if (problems.length > 0) {
    process.stderr.write(
      `${problems.join('\n')}\n\n${problems.length} problem(s) of structure; the rules are in docs/architecture.md.\n`,
    );
    return 1;
  }
  say(`structure: ${files.size} files follow the rules`);
  return 0;
});
